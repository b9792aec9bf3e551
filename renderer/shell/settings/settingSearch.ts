import { createContext } from 'svelte';

/** Whether a setting in which these words stand is among those that are looked for. */
export const [getSettingSearch, setSettingSearch] = createContext<(text: string) => boolean>();
