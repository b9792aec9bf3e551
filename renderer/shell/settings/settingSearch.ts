import { createContext } from 'svelte';

/** Whether a setting with this label and help is among those that are looked for. */
export const [getSettingSearch, setSettingSearch] = createContext<(text: string) => boolean>();
