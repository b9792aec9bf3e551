import { describe, expect, it } from 'vitest';
import { placeWindow } from '../../../../main/electron/windowState.ts';

const screen = { x: 0, y: 25, width: 1920, height: 1055 };
const second = { x: 1920, y: 0, width: 2560, height: 1440 };
const state = { x: 2000, y: 100, width: 1500, height: 1000, maximized: false };

describe('the window opens', () => {
  it('where it was', () => {
    expect(placeWindow(state, [screen, second])).toEqual(state);
  });

  it('in the middle if its display is missing', () => {
    expect(placeWindow(state, [screen])).toEqual({ width: 1440, height: 900, maximized: false });
  });

  it('no larger than its display, no smaller than the app can be used', () => {
    expect(placeWindow({ ...state, x: 0, width: 5000, height: 300 }, [screen])).toMatchObject({
      width: 1920,
      height: 600,
    });
  });

  it('where its title bar can be caught', () => {
    expect(placeWindow({ ...state, x: 0, y: -900 }, [screen])).not.toHaveProperty('y');
    expect(placeWindow({ ...state, x: 1900 }, [screen])).not.toHaveProperty('x');
  });

  it.each([[undefined], [null], [{ width: 'wide' }], [{ ...state, x: Number.NaN }]])(
    'as usual where %j is stored',
    (stored) => {
      expect(placeWindow(stored, [screen])).toEqual({ width: 1440, height: 900, maximized: false });
    },
  );
});
