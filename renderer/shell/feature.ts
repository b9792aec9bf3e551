import type { Component } from 'svelte';
import type { Location, ViewName } from '../../preload/contract/locations/location.ts';
import type { Settings, SettingsChange } from '../../preload/contract/settings.ts';
import type { RecordLink } from '../fields/links.ts';
import type { PickItem } from '../ui/controls/picker.ts';
import type { DialogRequests, Dialogs } from './dialogs.svelte.ts';
import type { ChosenRecords, RecordAction } from './recordActions.svelte.ts';

export interface Feature {
  start?(): () => void;
  /** Reads the connection's data after the first rows. */
  follow?(connectionId: string): void;
  /** Items before typing, and matches of the typed words. */
  paletteItems?(typed: string): readonly PaletteItem[];
  /** Used by the table's menu, the record's header and the palette. */
  recordActions?(chosen: ChosenRecords): readonly RecordAction[];
  /** Shown at the foot of every record. */
  readonly recordFoot?: { load(): Promise<{ default: Component<RecordFootProps> }> };
  readonly settings?: SettingsSection;
  news?(): News;
  /** The first with props is shown. */
  readonly dialogs?: readonly FeatureDialog[];
  titleOf?(location: Location): string | undefined;
  /** Handles a dropped file and returns a message; null for other files. */
  dropped?(file: File): Promise<string | null> | null;
  /** May replace the location of a link. */
  linked?(location: Location): Location;
  /** Called after a link led here. */
  arrived?(location: Location): void;
}

export interface PaletteItem extends PickItem {
  readonly group: string;
  readonly keys?: string | undefined;
  readonly icon?: Component<{ size?: number }> | undefined;
  /** Ignores further typing. */
  readonly found?: boolean;
  /** Matches with a typo; dropped if others match exactly. */
  readonly guessed?: boolean;
  /** Keeps the palette open. */
  readonly stays?: boolean;
  readonly run: () => void;
}

interface SettingsSection {
  readonly title: string;
  load(): Promise<{ default: Component<SettingsProps> }>;
}

/** `onset` returns the failure. */
export interface SettingsProps {
  readonly settings: Settings;
  readonly onset: (change: SettingsChange) => void;
}

/** `title` is null until known. */
export interface RecordFootProps {
  readonly connectionId: string;
  readonly link: RecordLink;
  readonly title: string | null;
}

export interface News {
  readonly view: ViewName;
  readonly count: number;
  readonly place?: Location | undefined;
}

interface FeatureDialog {
  props(): object | null;
  load(): Promise<{ default: Component<object> }>;
}

export interface OpenDialog {
  readonly load: FeatureDialog['load'];
  readonly props: object;
}

/** The dialog is open while it has props. Opening loads its code. */
export function dialogOf<Props extends object>(
  props: () => Props | null,
  load: () => Promise<{ default: Component<Props> }>,
): FeatureDialog {
  // Each dialog gets its own props, which types cannot express in a list.
  return { props, load: load as FeatureDialog['load'] };
}

/** The request becomes the dialog's props. */
export function askedDialog<Name extends keyof DialogRequests>(
  dialogs: Dialogs,
  name: Name,
  load: () => Promise<{ default: Component<DialogRequests[Name] & { onclose: () => void }> }>,
): FeatureDialog {
  const onclose = (): void => {
    dialogs.close();
  };
  return dialogOf(() => {
    const request: DialogRequests[Name] | undefined = dialogs.asked[name];
    return request === undefined ? null : { ...request, onclose };
  }, load);
}
