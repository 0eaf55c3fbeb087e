// Not part of the build: where Meadow runs from its source, a thread has to be taught TypeScript first.
import { register } from 'tsx/esm/api';

register();
const { default: runInThread } = await import('./thread.ts');
export default runInThread;
