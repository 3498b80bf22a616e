import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramStartError } from './start-error.ts';

const SECRET_BYTES = 32;

/** Description of a secret that the all-in-one generates at its first start and stores in a file. */
export interface EmbeddedSecret {
  /** Name of the secret’s file in the data folder. */
  readonly file: string;
  /** Name of the secret for messages to the operator, such as "The secret of sessions". */
  readonly name: string;
  /** What happens when the file is deleted, for messages to the operator: "owners then sign in again". */
  readonly loss: string;
}

/**
 * Reads a secret from a file of the data folder (mode 0600), and creates it when it is missing. The file is written under
 * a temporary name and linked, so modules that start together read the same secret.
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
    if (!isThere)
      throw new ProgramStartError(`${name} cannot be written to ${path}.`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < SECRET_BYTES)
    throw new ProgramStartError(
      `The file ${path} is truncated. Remove it and start again; ${loss}.`,
    );
  return secret;
}
