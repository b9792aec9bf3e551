import type { Component } from 'svelte';

export interface MenuEntry {
  readonly label: string;
  readonly icon?: Component<{ size?: number }>;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly title?: string | undefined;
  readonly divided?: boolean;
  /** The click may ask for a new tab. */
  readonly run: (event?: MouseEvent) => void;
}
