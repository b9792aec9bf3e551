import { ElectronObject, electronName } from './lacking.ts';

/**
 * What an entry of a menu may be: Chromium's windows have no menu bar, but its keys do what the roles say. An entry
 * with a `click` or an `accelerator` of its own is what the shell lacks.
 */
export interface MenuItemConstructorOptions extends Pick<
  Electron.MenuItemConstructorOptions,
  'label' | 'role' | 'type' | 'enabled' | 'visible'
> {
  submenu?: MenuItemConstructorOptions[];
}

/** `Menu`: kept, not shown. */
export class Menu extends ElectronObject {
  readonly [electronName] = 'electron.Menu';
  readonly template: readonly MenuItemConstructorOptions[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    super();
    this.template = template;
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(_menu: Menu | null): void {
    // Chromium's app windows have no menu bar.
  }
}
