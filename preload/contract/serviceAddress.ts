/** The live service. */
export const defaultBaseUrl = 'https://api.rwa.xyz';
