import type {ApiContext} from '../../../app/api-context.js';
import type {Change} from '../../../plan/plan.js';
import {describeChange} from '../plan/plan-view.js';

/** Shows how many writes are done, which are running, and roughly how long the rest will take. */
export function createApplyProgress({reporter, now, io, signal}: ApiContext, total: number) {
  const startedAt = now().getTime();
  const running = new Set<Change>();
  const counts = {done: 0, failed: 0};
  const show = async () => {
    // Piped output may end up on the same terminal (`| less`), where progress would garble it.
    if (!io.stdout.isTerminal && !io.stdout.isFile) return;
    // The line says that the run is stopping.
    if (signal.aborted) return;
    const {done, failed} = counts;
    const ended = done + failed;
    const seconds = ended === 0 ? 0 : ((now().getTime() - startedAt) / ended / 1000) * (total - ended);
    const parts = [
      `${done} of ${total} done`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(ended > 0 && ended < total ? [`about ${Math.ceil(seconds)} s left`] : []),
      ...(running.size > 0 ? [[...running].map(describeChange).join(', ')] : []),
    ];
    await reporter.showProgress(parts.join('; '));
  };
  return {
    begin: (change: Change) => {
      running.add(change);
      return show();
    },
    end: (change: Change, outcome: keyof typeof counts) => {
      running.delete(change);
      counts[outcome] += 1;
      return show();
    },
  };
}
