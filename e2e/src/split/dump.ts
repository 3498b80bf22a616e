import pg from 'pg';

/** Reads every row of every table of a database as text, with bytea columns in hexadecimal. */
export async function dump(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const tables: string[] = [];
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      tables.push(...found.rows.map(({ row }) => row));
    }
    return tables.join('\n');
  } finally {
    await client.end();
  }
}

/** The forms in which a secret may be stored: unchanged or URL-decoded, as hexadecimal, and as base64. */
export function formsOf(secret: string): readonly string[] {
  const plain = [...new Set([secret, decodeURIComponent(secret)])];
  return plain.flatMap((text) => [
    text,
    Buffer.from(text).toString('hex'),
    Buffer.from(text).toString('base64url').replace(/.$/, ''),
    Buffer.from(text)
      .toString('base64')
      .replace(/..?=*$/, ''),
  ]);
}
