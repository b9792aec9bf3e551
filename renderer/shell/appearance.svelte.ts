import { MediaQuery } from 'svelte/reactivity';
import type { Settings } from '../../preload/contract/settings.ts';

/** Applies theme, contrast and density to the root element, where the tokens read them. */
export class Appearance {
  readonly #moreContrast = new MediaQuery('(prefers-contrast: more)');

  /** Without settings the system's apply. */
  apply(settings: Settings | undefined): void {
    const { dataset } = document.documentElement;
    dataset['theme'] = settings?.theme ?? 'system';
    dataset['contrast'] = settings?.contrast === 'high' || this.#moreContrast.current ? 'high' : 'usual';
    dataset['density'] = settings?.density ?? 'comfortable';
  }
}
