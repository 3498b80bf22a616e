import type { Program } from '../program.ts';
import type { Runner } from './test-server.ts';

/** Controls a server that runs as a program. `start` is called now and for each restart, `tidy` once after the stop. */
export async function runProgram(
  start: () => Promise<Program>,
  tidy: () => void = () => undefined,
): Promise<Runner> {
  let program = await start();
  return {
    async stop() {
      await program.stop();
      tidy();
    },
    kill: () => program.kill(),
    pause: () => program.pause(),
    resume: () => Promise.resolve(program.resume()),
    async restart() {
      await program.stop();
      program = await start();
    },
  };
}
