import { useQueryClient } from '@tanstack/react-query';
import { changeKey, keysQuery, type KeyWish } from '../api/keys.ts';
import { makeRepeatable, useChange } from '../api/mutations.ts';
import { showToast } from '../ui/toast.tsx';

/** React hook: changes a key and then confirms the change with a toast, which can undo it when `before` is given. */
export function useKeyChange(keyId: string) {
  const cache = useQueryClient();
  const change = useChange(changeKey);
  const refresh = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey: ['key', keyId] });
    await cache.invalidateQueries(keysQuery);
  };
  /** Resolves to false when the change was refused. @param before the values that an undo sets */
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
