import { callConformance } from '../calls.conformance.ts';
import { busConformance, type BusUnderTest } from '../conformance.ts';
import { serveConformance } from '../serve.conformance.ts';
import { MemoryBus } from './memory.ts';

async function memory(): Promise<BusUnderTest> {
  let driver = new MemoryBus();
  return {
    // Everybody in one process is on one bus; a closed one is replaced for the next test.
    join: async () => {
      if (!driver.connected()) driver = new MemoryBus();
      return driver;
    },
    // Nobody can end alone inside one process; what a test needs of it is that no answer comes.
    end: () => Promise.resolve(),
    subject: (name) => `test.${name}`,
    close: () => driver.close(),
  };
}

busConformance('memory', memory);
callConformance('memory', memory);
serveConformance('memory', memory);
