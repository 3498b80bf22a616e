import { signIn, type TestOwner } from '@bridge/testing';
import { randomBytes } from 'node:crypto';
import { product } from './product-under-test.ts';

/** Creates an owner in the product of this run and signs the owner in. */
export async function ownerHere(): Promise<TestOwner> {
  const { baseUrl, owners } = product();
  const email = `owner-${randomBytes(5).toString('hex')}@example.org`;
  const password = `pass ${randomBytes(8).toString('hex')}`;
  const body = JSON.stringify({ email, password, name: 'Test Owner' });
  const made = await fetch(owners, { method: 'POST', body });
  if (!made.ok) throw new Error(await made.text());
  return signIn(baseUrl, email, password);
}
