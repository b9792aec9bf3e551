import type { UpdateState } from '../../../preload/contract/updates.ts';
import type { Updates } from '../../features/updates/updates.ts';
import { askUser } from '../ask.ts';

export async function installUpdate({
  state,
  install,
}: Pick<Updates, 'state' | 'install'>): Promise<UpdateState> {
  if (state.state !== 'ready') return state;
  const agrees = await askUser({
    message: `Install version ${state.version} and restart RWA Explorer?`,
    detail: 'What is running stops, and resumes after the start.',
    agree: 'Restart and install',
  });
  return agrees ? install() : state;
}
