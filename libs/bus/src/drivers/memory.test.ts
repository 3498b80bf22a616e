import { callConformance } from '../calls.conformance.ts';
import type { BusUnderTest } from '../conformance.ts';
import { requestConformance } from '../request.conformance.ts';
import { serveConformance } from '../serve.conformance.ts';
import { subscriptionConformance } from '../subscription.conformance.ts';
import { MemoryBus } from './memory.ts';

async function memory(): Promise<BusUnderTest> {
  let driver = new MemoryBus();
  return {
    // Each call of `join` returns the same MemoryBus, because the bus exists within this process; a closed bus is replaced for
    // the next test.
    join: async () => {
      if (!driver.connected()) driver = new MemoryBus();
      return driver;
    },
    // `end` simulates a killed process. The memory bus exists in one process only, so `end` does nothing and the subscriptions
    // of the simulated process remain.
    end: () => Promise.resolve(),
    subject: (name) => `test.${name}`,
    close: () => driver.close(),
  };
}

requestConformance('memory', memory);
subscriptionConformance('memory', memory);
callConformance('memory', memory);
serveConformance('memory', memory);
