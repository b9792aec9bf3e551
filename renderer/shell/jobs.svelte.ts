import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { Failure } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { ask, type Bridge } from '../bridge.ts';

type JobsBridge = Pick<
  Bridge,
  'listJobs' | 'onJobChanged' | 'cancelJob' | 'pauseJob' | 'resumeJob' | 'showJobFile' | 'startSync'
>;

export class JobsState {
  readonly #bridge: JobsBridge;
  readonly #jobs = new SvelteMap<string, Job>();
  /** Jobs of this window with the time their state was first shown, in ms. */
  readonly #announced = new SvelteMap<string, number>();
  readonly #folded = new SvelteSet<string>();
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: JobsBridge) {
    this.#bridge = bridge;
  }

  /** Newest first. */
  readonly all = $derived.by(() => [...this.#jobs.values()].sort((a, b) => b.startedAt - a.startedAt));
  readonly active = $derived(
    this.all.filter(
      ({ state, waitsFor }) => state === 'running' || (state === 'waiting' && waitsFor !== 'check'),
    ).length,
  );
  readonly announced = $derived(
    this.all.flatMap((job) => {
      const since = this.#announced.get(job.id);
      return since === undefined ? [] : [{ job, since }];
    }),
  );

  /** Each sync may have cached more records. */
  readonly syncsEnded = $derived(
    this.all.filter(({ kind, endedAt }) => kind === 'sync' && endedAt !== null).length,
  );

  start(): () => void {
    const stop = this.#bridge.onJobChanged((job) => {
      const before = this.#jobs.get(job.id);
      this.#jobs.set(job.id, job);
      const ends = job.endedAt !== null && before?.endedAt === null;
      if (ends && (this.#folded.delete(job.id) || this.#announced.has(job.id))) this.#show(job.id);
    });
    void this.read();
    return stop;
  }

  async read(): Promise<void> {
    const result = await ask(() => this.#bridge.listJobs());
    if (!result.ok) {
      this.failure = result.failure;
      return;
    }
    this.failure = null;
    for (const job of result.value) this.#jobs.set(job.id, job);
  }

  /** Ignores a job if a newer state arrived before. */
  announce(job: Job): void {
    if (!this.#jobs.has(job.id)) this.#jobs.set(job.id, job);
    this.#show(job.id);
  }

  /** Counts from display, since a busy window learns late of a job's end. */
  #show(jobId: string): void {
    this.#announced.set(jobId, Date.now());
  }

  /** Null unless the job is the last of its subject. */
  removalsOf({ failure, subject, startedAt }: Job): Job['subject'] | null {
    if (failure?.code !== 'many-removed' || subject === undefined) return null;
    const same = canonicalJson(subject);
    const isLast = !this.all.some(
      (other) =>
        other.startedAt > startedAt && other.subject !== undefined && canonicalJson(other.subject) === same,
    );
    return isLast ? subject : null;
  }

  /** Repeats a sync with removals accepted. */
  async acceptRemovals(jobId: string, subject: NonNullable<Job['subject']>): Promise<void> {
    const result = await ask(() => this.#bridge.startSync({ ...subject, acceptRemovals: true }));
    if (!result.ok) return;
    this.putAside(jobId);
    this.announce(result.value);
  }

  putAside(jobId: string): void {
    this.#announced.delete(jobId);
  }

  /** A running job reappears when it ends. */
  fold({ id, endedAt }: Job): void {
    this.putAside(id);
    if (endedAt === null) this.#folded.add(id);
  }

  cancel(jobId: string): void {
    void ask(() => this.#bridge.cancelJob({ jobId }));
  }

  pause(jobId: string): void {
    void ask(() => this.#bridge.pauseJob({ jobId }));
  }

  resume(jobId: string): void {
    void ask(() => this.#bridge.resumeJob({ jobId }));
  }

  showFile(jobId: string): void {
    void ask(() => this.#bridge.showJobFile({ jobId }));
  }
}
