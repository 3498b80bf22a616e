import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/mutations.ts';
import { leaveWorld } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { showToast } from '../ui/toast.tsx';

/** The button with which a member, except for the founder, leaves a World (public identity). */
export function LeaveWorld({ word }: { readonly word: string }) {
  const cache = useQueryClient();
  const leave = useAction();
  const [isAsking, setAsking] = useState(false);
  const run = (): void =>
    leave.run(async () => {
      await leaveWorld(word);
      go('/worlds');
      cache.removeQueries({ queryKey: ['world', word] });
      await cache.invalidateQueries({ queryKey: ['worlds'] });
      showToast(`You left ${word}`);
    });
  return (
    <section aria-labelledby="leave">
      <h2 id="leave">Leave</h2>
      <p>
        Your drafts stay yours. Your public websites leave the dashboard of this World and stay at
        their own addresses.
      </p>
      <Button look="danger" onClick={() => setAsking(true)}>
        Leave this World
      </Button>
      {isAsking && (
        <Confirm
          title={`Leave ${word}?`}
          action="Leave"
          typed={word}
          busy={leave.busy}
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          <p>To come back you need a new invitation.</p>
          <Problem refusal={leave.refusal} onAgain={leave.again} />
        </Confirm>
      )}
    </section>
  );
}
