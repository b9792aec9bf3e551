import { SvelteMap } from 'svelte/reactivity';
import { annotationKey } from '../../../preload/contract/annotationKey.ts';
import type {
  AddressLabel,
  Annotation,
  AnnotationChanged,
  AnnotationSubject,
} from '../../../preload/contract/annotations.ts';
import type { CallInput } from '../../../preload/contract/bridge.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import { knowAddresses } from '../../format/addresses.ts';
import { perWindow } from '../perWindow.svelte.ts';
import { ask, type Bridge, type WithBridge } from '../../bridge.ts';

/** The user's private labels and notes, for every place that shows a record or an address. */
export class LabelsState {
  readonly #bridge: Bridge;
  readonly #annotations = new SvelteMap<string, Annotation>();
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** The latest first. */
  readonly all = $derived.by(() => [...this.#annotations.values()].sort((a, b) => b.changedAt - a.changedAt));

  /** Reads them and follows their changes. Returns how to stop. */
  start(): () => void {
    const stop = this.#bridge.onAnnotationsChanged((changed) => {
      this.#take(changed);
    });
    void this.read();
    return stop;
  }

  of(subject: AnnotationSubject): Annotation | undefined {
    return this.#annotations.get(annotationKey(subject));
  }

  /** The label of a subject; undefined where it has none. */
  labelOf(subject: AnnotationSubject): string | undefined {
    return this.of(subject)?.label || undefined;
  }

  /** The label of an address, whichever connection or network it was seen on. */
  readonly ofAddress = (address: string): string | undefined => this.labelOf({ kind: 'address', address });

  /** Writes label, note or both; an empty text removes. Returns why that failed, or null. */
  change(
    subject: AnnotationSubject,
    texts: { readonly label?: string; readonly note?: string },
  ): Promise<Failure | null> {
    return this.#change([{ subject, ...texts }]);
  }

  /** Writes labels of addresses. Returns why that failed, or null. */
  async labelAddresses(labels: readonly AddressLabel[]): Promise<Failure | null> {
    if (labels.length === 0) return null;
    return this.#change(
      labels.map(({ address, label }) => ({ subject: { kind: 'address' as const, address }, label })),
    );
  }

  async read(): Promise<void> {
    const result = await ask(() => this.#bridge.listAnnotations());
    this.failure = result.ok ? null : result.failure;
    if (!result.ok) return;
    this.#take(result.value.map((annotation) => ({ subject: annotation.subject, annotation })));
  }

  async #change(changes: CallInput<'changeAnnotations'>['changes']): Promise<Failure | null> {
    const result = await ask(() => this.#bridge.changeAnnotations({ changes }));
    if (!result.ok) return result.failure;
    this.#take(result.value);
    return null;
  }

  #take(changed: readonly AnnotationChanged[]): void {
    for (const { subject, annotation } of changed) {
      if (annotation === null) this.#annotations.delete(annotationKey(subject));
      else this.#annotations.set(annotationKey(subject), annotation);
      if (subject.kind === 'address' && annotation !== null) knowAddresses([subject.address]);
    }
  }
}

export const labelsOf = perWindow(({ bridge }: WithBridge) => new LabelsState(bridge));
