// npm run split: starts each service as a separate process on this machine with real servers; downloads nothing.
import { MissingTestResourceError, startSplit } from '@bridge/testing';
import { parseArgs } from 'node:util';

const HELP = `npm run split -- [--port 4000]

Starts nats-server, an S3 store and Postgres, then every service as a process of its own: gateway and builder twice.
nats-server and versitygw are taken from .cache/servers or PATH; scripts/servers.sh builds both with Go.
The data is temporary and removed at the end. Ctrl-C stops everything.`;

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4000' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help === true) {
  console.log(HELP);
} else {
  const port = Number(values.port);
  try {
    const split = await startSplit({
      ports: { app: port, content: port + 1 },
      onStep: (step) => console.log(`  starting ${step}`),
    });
    for (const replica of split.replicas) {
      console.log(
        `  ${replica.service.padEnd(10)} pid ${String(replica.program.pid).padEnd(8)} ${replica.internalUrl}/readyz`,
      );
    }
    const settings = Object.entries(split.env).map(([name, value]) => `${name}=${value}`);
    console.log(
      `\n  Console         ${split.baseUrl}/console\n  Content origin  ${split.contentUrl}`,
    );
    console.log(
      `\n  First owner:\n  ${settings.join(' ')} npm run ctl -- owner create --email you@example.org\n`,
    );
    const end = (): void => void split.stop().then(() => process.exit(0));
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  } catch (error) {
    if (!(error instanceof MissingTestResourceError)) throw error;
    console.error(
      `${error.message}\nGet them with scripts/servers.sh (needs Go 1.25 or newer), or put them on PATH.`,
    );
    process.exitCode = 1;
  }
}
