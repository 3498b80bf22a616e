import { bodyOf, putBody, type BodyFolder } from '@bridge/blobs';
import type { BodyRef, CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import type { Rooms } from './rooms.ts';

/** The real service `builder`, for tests of rooms that may not import it themselves. */
export { builderModule } from '@bridge/builder';

/** Stores a text as the gateway does; a large one as an object that is admitted for this account. */
export async function putAdmitted(
  { blobs, db }: Pick<Rooms, 'blobs' | 'db'>,
  { account_id: accountId }: CallPrincipal,
  text: string,
  folder: BodyFolder = 'body',
): Promise<BodyRef> {
  const ref = await putBody(blobs, randomIds, await bodyOf(text), folder);
  if ('object' in ref)
    await db.rows(
      sql`insert into builder.admission (account_id, object, bytes) values (${accountId}, ${ref.object}, ${ref.bytes})`,
    );
  return ref;
}
