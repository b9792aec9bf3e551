import type { Services } from '../../services.ts';
import type { ArrivingFile } from '../../features/savedQueries/arrivingFile.ts';
import type { Run } from '../run.ts';

/** What the handlers of the bridge's calls work with. */
export interface HandlerContext {
  readonly services: Services;
  readonly userDataFolder: string;
  /** The folder of the built bundles. */
  readonly outFolder: string;
  readonly run: Run;
  readonly file: ArrivingFile;
}
