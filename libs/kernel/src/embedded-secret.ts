import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

const SECRET_BYTES = 32;

/** A secret that the all-in-one makes for itself. */
export interface EmbeddedSecret {
  /** Name of the secret’s file in the data folder. */
  readonly file: string;
  /** Name of the secret in messages, such as "The secret of sessions". */
  readonly name: string;
  /** Consequence of a removed file, for messages: "owners then sign in again". */
  readonly loss: string;
}

/**
 * Returns the secret in a file of the data folder (mode 0600), created at the first start. Modules that start at the same
 * time receive the same secret: the file appears under its name only when it is complete.
 */
export async function embeddedSecret(
  folder: string,
  { file, name, loss }: EmbeddedSecret,
): Promise<string> {
  const path = join(folder, file);
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600 });
    await link(draft, path);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere) throw new StartError(`${name} cannot be written to ${path}.`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < SECRET_BYTES)
    throw new StartError(`The file ${path} is truncated. Remove it and start again; ${loss}.`);
  return secret;
}
