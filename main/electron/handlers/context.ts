import type { Services } from '../../services.ts';
import type { ArrivingFile } from '../../features/savedQueries/arrivingFile.ts';
import type { Run } from '../run.ts';

export interface HandlerContext {
  readonly services: Services;
  readonly userDataFolder: string;
  readonly outFolder: string;
  readonly run: Run;
  readonly file: ArrivingFile;
}
