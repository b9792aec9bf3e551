import { Emitter } from './emitter.ts';
import { electronName } from './lacking.ts';

type Members = Pick<Electron.NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;
type ThemeSource = Electron.NativeTheme['themeSource'];

/** `nativeTheme`: what the app wants is emulated in every page, what the system wants is read from a page. */
export class NativeTheme extends Emitter<{ updated: [] }> implements Members {
  readonly [electronName] = 'electron.nativeTheme';
  protected readonly events = ['updated'] as const;
  private source: ThemeSource = 'system';
  private systemDark = false;
  private readonly apply: () => void;

  /** `apply` brings a changed `themeSource` to every window. */
  constructor(apply: () => void) {
    super();
    this.apply = apply;
  }

  get themeSource(): ThemeSource {
    return this.source;
  }

  set themeSource(source: ThemeSource) {
    if (source === this.source) return;
    const before = this.shouldUseDarkColors;
    this.source = source;
    this.apply();
    if (before !== this.shouldUseDarkColors) this.happen('updated');
  }

  /** Follows the system only once a page has been loaded and told it. */
  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemDark : this.source === 'dark';
  }

  /** A page tells whether it is dark. For the shell, not for the app. */
  pageIsDark(dark: boolean): void {
    if (this.source !== 'system' || this.systemDark === dark) return;
    this.systemDark = dark;
    this.happen('updated');
  }
}
