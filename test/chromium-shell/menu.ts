import { ElectronObject, electronName } from './lacking.ts';

/**
 * What an entry of a menu may be. Chromium's windows have no menu bar, but its keys do what the roles say; a `click` of
 * an entry's own happens when the process that started the shell chooses it.
 */
export interface MenuItemConstructorOptions extends Pick<
  Electron.MenuItemConstructorOptions,
  'label' | 'role' | 'type' | 'enabled' | 'visible' | 'checked' | 'accelerator' | 'registerAccelerator'
> {
  click?: () => void;
  submenu?: MenuItemConstructorOptions[];
}

/** `Menu`: kept, not shown. */
export class Menu extends ElectronObject {
  readonly [electronName] = 'electron.Menu';
  private static application: Menu | null = null;
  readonly template: readonly MenuItemConstructorOptions[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    super();
    this.template = template;
  }

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.application;
  }
}

/** Chooses an entry of the menu bar by its label. For the shell, not for the app. */
export function chooseEntry(label: string): void {
  chooseIn(Menu.getApplicationMenu(), label);
}

/** Chooses an entry of a menu by its label. For the shell, not for the app. */
export function chooseIn(menu: Menu | null, label: string): void {
  const entry = everyEntry(menu).find(
    (candidate) => candidate.label === label && candidate.click !== undefined,
  );
  if (entry?.enabled !== false) entry?.click?.();
}

/** The labels of a menu, in their order, without lines between them; those that are ticked begin with a tick. */
export function entriesOf(menu: Menu | null): string[] {
  return everyEntry(menu).flatMap(({ label, checked }) =>
    label === undefined ? [] : [checked === true ? `✓ ${label}` : label],
  );
}

function everyEntry(menu: Menu | null): MenuItemConstructorOptions[] {
  const withChildren = (entry: MenuItemConstructorOptions): MenuItemConstructorOptions[] => [
    entry,
    ...(entry.submenu ?? []).flatMap(withChildren),
  ];
  return (menu?.template ?? []).flatMap(withChildren);
}
