import { page, userEvent } from 'vitest/browser';
import { describe, expect, it, vi } from 'vitest';
import type { FormatSettings } from '../../renderer/format/intl.ts';
import DateBoxes from './DateBoxes.svelte';
import { show } from './show.ts';
import { withFormats } from '../support/withFormats.ts';

const day = page.getByRole('textbox', { name: 'Day' });
const time = page.getByRole('textbox', { name: 'Quiet from' });
const next = page.getByRole('textbox', { name: 'Next' });

function open(settings: Partial<FormatSettings> = {}, props: { day?: string } = {}) {
  withFormats({ dates: 'dayFirst', ...settings });
  const heard = { onday: vi.fn(), ontime: vi.fn(), onsubmit: vi.fn() };
  show(DateBoxes, { ...heard, ...props });
  return heard;
}

describe.each([
  ['dayFirst', 'DD/MM/YYYY', '02/10/2026', '02102026', '02 Oct 2026'],
  ['monthFirst', 'MM/DD/YYYY', '10/02/2026', '10022026', 'Oct 02, 2026'],
  ['yearFirst', 'YYYY-MM-DD', '2026-10-02', '20261002', '2026-10-02'],
] as const)('a day, %s', (dates, example, typed, digits, shown) => {
  it('is typed key by key, with signs or without, and counts once as it is typed to the end', async () => {
    for (const text of [typed, digits]) {
      const { onday } = open({ dates });
      await expect.element(day).toHaveAttribute('placeholder', example);
      await userEvent.tab();
      await userEvent.keyboard(text);
      // Neither a key nor a click follows.
      await expect.poll(() => onday.mock.calls).toEqual([['2026-10-02']]);
      await expect.element(day).toHaveValue(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(day).toHaveValue(shown);
      expect(onday).toHaveBeenCalledTimes(1);
      document.body.replaceChildren();
    }
  });

  it('is pasted, also with the year first', async () => {
    for (const text of [typed, '2026-10-02']) {
      const { onday } = open({ dates }, { day: '2025-03-31' });
      await copy(text);
      await day.click();
      await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
      await userEvent.paste();
      await expect.element(day).toHaveValue(text);
      await userEvent.tab();
      await expect.element(day).toHaveValue(shown);
      expect(onday.mock.calls).toEqual([['2026-10-02']]);
      document.body.replaceChildren();
    }
  });
});

async function copy(text: string): Promise<void> {
  await next.fill(text);
  await next.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.copy();
}

it('an incomplete day stays in the field with a message when the field loses the focus, and the value stays', async () => {
  const { onday } = open({}, { day: '2025-03-31' });
  await day.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}02/10/20{Tab}');
  await expect.element(day).toHaveValue('02/10/20');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('“02/10/20” is not a date. Enter it as DD/MM/YYYY.');
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  await expect.element(day).toHaveAccessibleDescription(/is not a date/);
  await next.click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(day).toHaveAttribute('aria-invalid', 'true');
  await expect.element(day).toHaveAttribute('title', expect.stringContaining('is not a date'));
  await day.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(day).toHaveValue('31 Mar 2025');
  await expect.element(day).toHaveAttribute('aria-invalid', 'false');
  expect(onday).not.toHaveBeenCalled();
});

it.each([
  ['31/02/2026', '“31/02/2026” is not a date. Enter it as DD/MM/YYYY.'],
  ['26/11/2026', 'The latest date is 25 Nov 2026.'],
])(
  'Enter on %s says why it cannot be taken, submits nothing and leaves it to be mended',
  async (typed, why) => {
    const { onday, onsubmit } = open({}, { day: '2025-03-31' });
    await day.click();
    await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${typed}{Enter}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent(why);
    await expect.element(day).toHaveValue(typed);
    expect(onsubmit).not.toHaveBeenCalled();
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}28/02/2026{Enter}');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(day).toHaveValue('28 Feb 2026');
    expect(onday.mock.calls).toEqual([['2026-02-28']]);
  },
);

it('Escape restores the earlier value, even after typed text took effect', async () => {
  const { onday } = open({}, { day: '2025-03-31' });
  await day.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}02/1{Escape}');
  await expect.element(day).toHaveValue('31 Mar 2025');
  expect(onday).not.toHaveBeenCalled();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}02/10/2026');
  await expect.poll(() => onday.mock.calls).toEqual([['2026-10-02']]);
  await userEvent.keyboard('{Escape}');
  await expect.element(day).toHaveValue('31 Mar 2025');
  expect(onday.mock.calls).toEqual([['2026-10-02'], ['2025-03-31']]);
});

it('a day can be emptied', async () => {
  const { onday } = open({}, { day: '2025-03-31' });
  await day.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}{Delete}{Tab}');
  expect(onday.mock.calls).toEqual([['']]);
  await expect.element(day).toHaveValue('');
});

it('arrows step by a day and page keys by a month, not beyond the last day', async () => {
  const { onday } = open({}, { day: '2026-10-31' });
  await day.click();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{Enter}');
  await expect.element(day).toHaveValue('01 Nov 2026');
  await userEvent.keyboard('{ArrowDown}{PageDown}{Enter}');
  await expect.element(day).toHaveValue('30 Sept 2026');
  await userEvent.keyboard('{PageUp}{PageUp}{Enter}');
  await expect.element(day).toHaveValue('25 Nov 2026');
  expect(onday.mock.calls).toEqual([['2026-11-01'], ['2026-09-30'], ['2026-11-25']]);
});

it('a day is chosen from the calendar by keys alone', async () => {
  const { onday } = open({}, { day: '2026-10-14' });
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Day: open calendar' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onday.mock.calls.at(-1)).toEqual(['2026-10-15']);
  await expect.element(day).toHaveValue('15 Oct 2026');
});

it.each([
  ['24', '22:00', '21:30', '21:30'],
  ['24', '22:00', '9:30 pm', '21:30'],
  ['12', '10:00 pm', '9:30pm', '09:30 pm'],
  ['12', '10:00 pm', '2130', '09:30 pm'],
] as const)('a time is shown with %s hours (%s) and takes %s', async (hours, before, typed, after) => {
  const { ontime } = open({ hours });
  await expect.element(time).toHaveValue(before);
  await time.click();
  await userEvent.keyboard(`{ControlOrMeta>}a{/ControlOrMeta}${typed}{Tab}`);
  await expect.element(time).toHaveValue(after);
  expect(ontime.mock.calls).toEqual([[21 * 60 + 30]]);
});

it('a time is never empty, steps by a minute or an hour, and goes round at midnight', async () => {
  const { ontime } = open({});
  await time.click();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}{Delete}{Tab}');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('An empty field is not a time. Enter it as 22:00.');
  await time.click();
  await userEvent.keyboard('{Escape}{PageUp}{PageUp}{ArrowDown}{Tab}');
  await expect.element(time).toHaveValue('23:59');
  expect(ontime.mock.calls).toEqual([[23 * 60 + 59]]);
});

it('the fields change at once with the settings', async () => {
  open({}, { day: '2026-10-02' });
  await expect.element(day).toHaveValue('02 Oct 2026');
  withFormats({ dates: 'yearFirst', hours: '12' });
  await expect.element(day).toHaveValue('2026-10-02');
  await expect.element(day).toHaveAttribute('placeholder', 'YYYY-MM-DD');
  await expect.element(time).toHaveValue('10:00 p.m.');
});
