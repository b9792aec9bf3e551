import { createContext } from 'svelte';

export const [getSettingSearch, setSettingSearch] = createContext<(text: string) => boolean>();
