import { busModule } from '@bridge/bus';
import { generatorModule } from '@bridge/generator';
import { runApp } from '@bridge/kernel';

await runApp({
  name: 'generator',
  about: 'The generator worker of Agent Bridge: drafts that a paid provider writes.',
  logLevel: 'info',
  modules: () => [busModule({ service: 'generator', wiring: 'service' }), generatorModule],
});
