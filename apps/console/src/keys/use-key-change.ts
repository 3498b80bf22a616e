import { useQueryClient } from '@tanstack/react-query';
import { changeKey, keysQuery, type KeyWish } from '../api/keys.ts';
import { makeRepeatable, useChange } from '../api/mutations.ts';
import { showToast } from '../ui/toast.tsx';

/** Changes a key, then says what was done; the toast undoes it when the key may have what it had before. */
export function useKeyChange(keyId: string) {
  const cache = useQueryClient();
  const change = useChange(changeKey);
  const refresh = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey: ['key', keyId] });
    await cache.invalidateQueries(keysQuery);
  };
  /** Resolves to false when the change was refused. `before` is what an undo sets. */
  const set = async (wish: KeyWish, text: string, before?: KeyWish): Promise<boolean> => {
    if ((await change.run({ keyId, wish })) === null) return false;
    await refresh();
    if (before === undefined) {
      showToast(text);
      return true;
    }
    const undo = makeRepeatable(changeKey, { keyId, wish: before });
    showToast(text, async () => {
      await undo();
      await refresh();
    });
    return true;
  };
  const { busy, refusal, canRepeat } = change;
  return { busy, refusal, canRepeat, set };
}
