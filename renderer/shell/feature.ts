import type { Component } from 'svelte';
import type { Location, ViewName } from '../../preload/contract/locations/location.ts';
import type { Settings, SettingsChange } from '../../preload/contract/settings.ts';
import type { RecordLink } from '../fields/links.ts';
import type { PickItem } from '../ui/controls/picker.ts';
import type { DialogRequests, Dialogs } from './dialogs.svelte.ts';
import type { ChosenRecords, RecordAction } from './recordActions.svelte.ts';

/** What a feature adds to the window besides its views. The window knows features by this only. */
export interface Feature {
  /** Follows what happens in main. Returns how to stop. */
  start?(): () => void;
  /** Reads what it keeps of a connection, once the first rows are shown. */
  follow?(connectionId: string): void;
  /** Its lines of the palette: what stands there before anything is typed, and what is found for the words typed. */
  paletteItems?(typed: string): readonly PaletteItem[];
  /** What can be done with these records: in the menu of their table, at the head of a record, and in the palette. */
  recordActions?(chosen: ChosenRecords): readonly RecordAction[];
  /** Stands at the foot of every open record. */
  readonly recordFoot?: { load(): Promise<{ default: Component<RecordFootProps> }> };
  /** Its section of the settings. */
  readonly settings?: SettingsSection;
  /** What is new, at the entry of one of its views in the sidebar. */
  news?(): News;
  /** Dialogs that any view may open. Only the first that has props is shown. */
  readonly dialogs?: readonly FeatureDialog[];
  /** What the user calls a place of the feature, where it has a name of its own. */
  titleOf?(location: Location): string | undefined;
  /** Takes a file that was dropped on the window, and says what became of it; null for a file of another kind. */
  dropped?(file: File): Promise<string | null> | null;
  /** Returns the place that a link to this one leads to, where that is another. */
  linked?(location: Location): Location;
  /** A link has led to this place. */
  arrived?(location: Location): void;
}

/** One line of the palette. */
export interface PaletteItem extends PickItem {
  readonly group: string;
  readonly keys?: string | undefined;
  readonly icon?: Component<{ size?: number }> | undefined;
  /** Stays whatever is typed: it was found by other means. */
  readonly found?: boolean;
  /** Found by words that are a typo away from what was typed: left out where something fits as it is. */
  readonly guessed?: boolean;
  /** The palette stays open: what is run adds to it. */
  readonly stays?: boolean;
  readonly run: () => void;
}

/** Settings of a feature, under their heading. */
export interface SettingsSection {
  readonly title: string;
  load(): Promise<{ default: Component<SettingsProps> }>;
}

/** `onset` stores a change, and says why where that fails. */
export interface SettingsProps {
  readonly settings: Settings;
  readonly onset: (change: SettingsChange) => void;
}

/** The open record. Title: null until it is known. */
export interface RecordFootProps {
  readonly connectionId: string;
  readonly link: RecordLink;
  readonly title: string | null;
}

export interface News {
  readonly view: ViewName;
  readonly count: number;
  /** Where the entry leads instead of its view. */
  readonly place?: Location | undefined;
}

export interface FeatureDialog {
  /** Null while it is not open. */
  props(): object | null;
  load(): Promise<{ default: Component<object> }>;
}

/** A dialog with the props that it was opened with. */
export interface OpenDialog {
  readonly load: FeatureDialog['load'];
  readonly props: object;
}

/** A dialog that is open for as long as it has props. Its code is loaded then. */
export function dialogOf<Props extends object>(
  props: () => Props | null,
  load: () => Promise<{ default: Component<Props> }>,
): FeatureDialog {
  // It is shown with its own props only; the compiler cannot follow that through a list of dialogs.
  return { props, load: load as FeatureDialog['load'] };
}

/** The dialog that answers the requests of a name. Its props are the request. */
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
