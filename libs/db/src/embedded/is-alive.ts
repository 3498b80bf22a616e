import { codeOf } from './folder-error.ts';

/** Whether a process with this id runs, also when it is somebody else's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
