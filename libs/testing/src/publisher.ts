import { PUBLISHER, type CallPrincipal, type WireOutput } from '@bridge/contracts';
import { makeWebsite, newKey } from './builder.ts';
import type { TestServices } from './test-services.ts';

/** Exports the publisher service's module to the tests of libraries that may not import that service. */
export { publisherModule } from '@bridge/publisher';

/** Publishes a revision of a draft, by default the first one. The publisher must be one of the services under test. */
export async function publishWebsite(
  { call }: Pick<TestServices, 'call'>,
  author: CallPrincipal,
  { page_id, revision = 1 }: { readonly page_id: number; readonly revision?: number },
): Promise<WireOutput<typeof PUBLISHER.publish>> {
  const input = { page_id, expected_revision: revision, idempotency_key: newKey() };
  return (await call(PUBLISHER.publish, author, input)).result;
}

/** Creates a website as `makeWebsite` does and publishes it. */
export async function makePublished(
  ...args: Parameters<typeof makeWebsite>
): Promise<WireOutput<typeof PUBLISHER.publish>['website']> {
  const [services, author] = args;
  return (await publishWebsite(services, author, await makeWebsite(...args))).website;
}
