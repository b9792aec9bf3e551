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

class LabelsState {
  readonly #bridge: Bridge;
  readonly #annotations = new SvelteMap<string, Annotation>();
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  /** Latest first. */
  readonly all = $derived.by(() => [...this.#annotations.values()].sort((a, b) => b.changedAt - a.changedAt));

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

  labelOf(subject: AnnotationSubject): string | undefined {
    return this.of(subject)?.label || undefined;
  }

  /** The label applies on all connections and networks. */
  readonly ofAddress = (address: string): string | undefined => this.labelOf({ kind: 'address', address });

  /** Empty text removes the annotation. Returns the failure. */
  change(
    subject: AnnotationSubject,
    texts: { readonly label?: string; readonly note?: string },
  ): Promise<Failure | null> {
    return this.#change([{ subject, ...texts }]);
  }

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

/** What is entered for a subject with this label and note, until it is saved or canceled. */
export const annotationDraftOf = perWindow((_app: object, _subject: string, label: string, note: string) => {
  const draft = $state({ label, note });
  return draft;
});
