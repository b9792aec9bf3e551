import type { Control } from './control.ts';
import { Emitter } from './emitter.ts';
import { electronName } from './lacking.ts';
import { chooseIn, entriesOf, type Menu } from './menu.ts';
import type { NativeImage } from './nativeImage.ts';

type Members = Pick<Electron.Tray, 'setToolTip' | 'destroy' | 'isDestroyed'>;

/** `Tray`: told to the process that started the shell, which may choose from its menu. Nothing appears on a screen. */
export class ShellTray extends Emitter<{ click: [] }> implements Members {
  readonly [electronName] = 'electron.Tray';
  protected readonly events = ['click'] as const;
  private readonly control: Control;
  private menu: Menu | null = null;
  private toolTip = '';
  private destroyed = false;

  constructor(control: Control, _image: NativeImage) {
    super();
    this.control = control;
    this.tell();
  }

  setImage(_image: NativeImage): void {
    // Not shown.
  }

  setToolTip(toolTip: string): void {
    this.toolTip = toolTip;
    this.tell();
  }

  setContextMenu(menu: Menu | null): void {
    this.menu = menu;
    this.tell();
  }

  destroy(): void {
    this.destroyed = true;
    this.tell();
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  /** The user chooses an entry of its menu. For the shell, not for the app. */
  choose(label: string): void {
    chooseIn(this.menu, label);
  }

  private tell(): void {
    this.control.report(
      'tray',
      this.destroyed ? null : { toolTip: this.toolTip, entries: entriesOf(this.menu) },
    );
  }
}
