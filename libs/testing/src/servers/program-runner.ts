import type { StartedProgram } from '../program.ts';
import type { TestServerRunner } from './test-server.ts';

/**
 * Starts a test server that runs as a program, and returns its controls. `start` is called at once and for each restart, `tidy`
 * once after the stop.
 */
export async function runProgram(
  start: () => Promise<StartedProgram>,
  tidy: () => void = () => undefined,
): Promise<TestServerRunner> {
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
