import {useEffect, useState} from 'react';

const tickMs = 100;

/** Returns the milliseconds since `since`, updated every tick. */
export function useElapsed(since: Date, now: () => Date): number {
  const [elapsed, setElapsed] = useState(now().getTime() - since.getTime());
  useEffect(() => {
    const timer = setInterval(() => setElapsed(now().getTime() - since.getTime()), tickMs);
    return () => clearInterval(timer);
  }, [since, now]);
  return elapsed;
}
