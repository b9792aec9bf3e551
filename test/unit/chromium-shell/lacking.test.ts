import { describe, expect, it } from 'vitest';
import { Emitter } from '../../chromium-shell/emitter.ts';
import { ElectronObject, electronName, lackingModule } from '../../chromium-shell/lacking.ts';

class Screen extends ElectronObject {
  readonly [electronName] = 'electron.screen';
  readonly width = 800;
  area(): number {
    return this.width * 600;
  }
}

class Power extends Emitter<{ suspend: [event: object] }> {
  readonly [electronName] = 'electron.power';
  protected readonly events = ['suspend'] as const;
}

function member(object: object, name: string): unknown {
  return Reflect.get(object, name);
}

describe('what the shell lacks', () => {
  it('is named when it is read', () => {
    expect(() => member(new Screen(), 'getCursor')).toThrow(
      'The Chromium shell has no electron.screen.getCursor',
    );
  });

  it('is named on a class', () => {
    expect(() => member(Screen, 'fromWindow')).toThrow(
      'The Chromium shell has no electron.Screen.fromWindow',
    );
  });

  it('is named as an event', () => {
    const power = new Power();
    expect(() => {
      Reflect.apply(power.on.bind(power), undefined, ['resume', () => undefined]);
    }).toThrow("The Chromium shell has no event 'resume' of electron.power");
  });

  it('is named as a whole module, however it is used', () => {
    const tray = lackingModule('Tray') as new () => object;
    expect(() => new tray()).toThrow('The Chromium shell has no electron.Tray');
    expect(() => member(tray, 'from')).toThrow('The Chromium shell has no electron.Tray.from');
  });

  it('does not disturb what is there, nor waiting, printing and comparing', async () => {
    const screen = new Screen();
    expect(screen.area()).toBe(480_000);
    expect(await Promise.resolve(screen)).toBe(screen);
    expect(JSON.stringify(screen)).toBe('{"width":800}');
    expect(String(screen)).toBe('[object Object]');
  });
});

describe('an emitter', () => {
  it('calls its listeners in order, and one that is for once only once', () => {
    const power = new Power();
    const heard: string[] = [];
    power.once('suspend', () => heard.push('once'));
    power.on('suspend', () => heard.push('always'));
    power.happen('suspend', {});
    power.happen('suspend', {});
    expect(heard).toEqual(['once', 'always', 'always']);
  });

  it('forgets a listener that is removed', () => {
    const power = new Power();
    const listener = (): never => {
      throw new Error('Called although taken off.');
    };
    power.on('suspend', listener).off('suspend', listener);
    power.happen('suspend', {});
    expect(power.listenerCount('suspend')).toBe(0);
  });
});
