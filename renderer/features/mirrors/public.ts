export { default as MirrorList } from './MirrorList.svelte';
export { MirrorsState } from './mirrors.svelte.ts';
