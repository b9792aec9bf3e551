/** The base address of the live service; another can be entered. */
export const defaultBaseUrl = 'https://api.rwa.xyz';
