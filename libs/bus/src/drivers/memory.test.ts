import { callConformance } from '../calls.conformance.ts';
import type { BusUnderTest } from '../conformance.ts';
import { requestConformance } from '../request.conformance.ts';
import { serveConformance } from '../serve.conformance.ts';
import { subscriptionConformance } from '../subscription.conformance.ts';
import { MemoryBus } from './memory.ts';

async function memory(): Promise<BusUnderTest> {
  let driver = new MemoryBus();
  return {
    // All members share one bus, because it exists within this process; a closed one is replaced for the next test.
    join: async () => {
      if (!driver.connected()) driver = new MemoryBus();
      return driver;
    },
    // The suites end a member as a killed process would. This bus has no other processes, so the subscriptions stay and
    // only leave requests unanswered.
    end: () => Promise.resolve(),
    subject: (name) => `test.${name}`,
    close: () => driver.close(),
  };
}

requestConformance('memory', memory);
subscriptionConformance('memory', memory);
callConformance('memory', memory);
serveConformance('memory', memory);
