import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProgramStartError } from './start-error.ts';

const SECRET_BYTES = 32;

/**
 * Description of a secret that the all-in-one (all services in one process) generates at its first start and stores in a file.
 */
export interface GeneratedSecretDefinition {
  /** Name of the secret’s file in the data folder. */
  readonly file: string;
  /** Name of the secret for messages to the operator, such as "The secret of sessions". */
  readonly name: string;
  /** What happens when the file is deleted, for messages to the operator: "owners then sign in again". */
  readonly loss: string;
}

/**
 * Creates the file of a secret unless it exists. The file is written under a temporary name and linked, so modules that start
 * together read the same secret.
 */
async function createSecret(folder: string, path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const secret = `${randomBytes(SECRET_BYTES).toString('base64url')}\n`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(draft, secret, { mode: 0o600, flush: true });
    await link(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Reads a secret from a file of the data folder (mode 0600), and creates it when it is missing. */
export async function embeddedSecret(
  folder: string,
  { file, name, loss }: GeneratedSecretDefinition,
): Promise<string> {
  const path = join(folder, file);
  let secret: string;
  try {
    if (!existsSync(path)) await createSecret(folder, path);
    secret = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    const sentence = `${name} cannot be read from ${path} or written there.`;
    throw new ProgramStartError(sentence, { cause: error });
  }
  if (secret.length < SECRET_BYTES)
    throw new ProgramStartError(
      `The file ${path} is truncated. Remove it and start again; ${loss}.`,
    );
  return secret;
}
