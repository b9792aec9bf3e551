import Star from '@lucide/svelte/icons/star';
import { expect, it } from 'vitest';
import { RecordActions, type RecordAction } from '../../renderer/shell/recordActions.svelte.ts';

it('keeps actions of two features apart that have one key', () => {
  const action = (label: string): RecordAction => ({
    key: 'add',
    label,
    short: label,
    icon: Star,
    run: () => undefined,
  });
  const actions = new RecordActions(() => [[action('Add to comparison')], [action('Add to favorites')]]);
  const on = actions.on({ connectionId: 'one', resource: 'assets', records: [] });
  expect(on.map(({ label }) => label)).toEqual(['Add to comparison', 'Add to favorites']);
  expect(new Set(on.map(({ key }) => key)).size).toBe(2);
});
