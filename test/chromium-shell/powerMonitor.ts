import { Emitter } from './emitter.ts';
import { electronName } from './lacking.ts';

interface PowerEvents {
  'on-ac': [];
  'on-battery': [];
  /** Chromium does not tell of these: listened to, never happen. */
  suspend: [];
  resume: [];
}

/** `powerMonitor`: mains, until the process that started the shell says otherwise. */
export class PowerMonitor
  extends Emitter<PowerEvents>
  implements Pick<Electron.PowerMonitor, 'isOnBatteryPower'>
{
  readonly [electronName] = 'electron.powerMonitor';
  protected readonly events = ['on-ac', 'on-battery', 'suspend', 'resume'] as const;
  private onBattery = false;

  isOnBatteryPower(): boolean {
    return this.onBattery;
  }

  /** For the shell, not for the app. */
  change(onBattery: boolean): void {
    if (onBattery === this.onBattery) return;
    this.onBattery = onBattery;
    this.happen(onBattery ? 'on-battery' : 'on-ac');
  }
}
