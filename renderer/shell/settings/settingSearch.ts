import { createContext } from 'svelte';

/** Whether a setting's text matches the search. */
export const [getSettingSearch, setSettingSearch] = createContext<(text: string) => boolean>();
