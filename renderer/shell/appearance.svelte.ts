import { MediaQuery } from 'svelte/reactivity';
import type { Settings } from '../../preload/contract/settings.ts';

/** Puts theme, contrast and density on the root element, where the tokens look for them. */
export class Appearance {
  readonly #moreContrast = new MediaQuery('(prefers-contrast: more)');

  /** Sets theme, contrast and density on the document element, where the styles read them; the system's without settings. */
  apply(settings: Settings | undefined): void {
    const { dataset } = document.documentElement;
    dataset['theme'] = settings?.theme ?? 'system';
    dataset['contrast'] = settings?.contrast === 'high' || this.#moreContrast.current ? 'high' : 'usual';
    dataset['density'] = settings?.density ?? 'comfortable';
  }
}
