export { default as QueryPanel } from './QueryPanel.svelte';
