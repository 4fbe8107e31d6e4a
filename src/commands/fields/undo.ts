import type {Factory} from '../../app/factory.js';
import type {Group} from '../../app/global-options.js';
import {StaleError} from '../../base/errors.js';
import {concurrencyOption, examples} from '../options.js';
import {applyYesOption, expectDeletesOption, failFastOption} from './apply/plan-options.js';

export function addFieldsUndo(fields: Group, factory: Factory): void {
  fields
    .command('undo')
    .description('Take back what a run did, as far as that can be done')
    .argument('<run>', 'as bizctl fields runs names it')
    .addOption(applyYesOption)
    .addOption(expectDeletesOption)
    .addOption(failFastOption)
    .addOption(concurrencyOption)
    .addHelpText('after', examples('bizctl fields undo RUN', 'bizctl fields undo RUN --yes --expect-deletes 2'))
    .action(async (run, options, command) => {
      const context = await factory.openApi(command);
      const [
        {closeRun, lockTenant, openRun},
        {identifyTenant, planTenant, refuseOtherTenant},
        {applyPlan},
        {planUndo},
        {readSavedPlan},
        {readAllFields},
      ] = await Promise.all([
        import('../../app/run-store.js'),
        import('./apply/plan-tenant.js'),
        import('./apply/apply-plan.js'),
        import('../../plan/plan-undo.js'),
        import('../../plan/plan-document.js'),
        import('../../api/fields.js'),
      ]);
      const past = await openRun(context, run);
      const saved = readSavedPlan(past.plan, `run ${run}`);
      refuseOtherTenant(context, saved.tenant);
      if (past.outcome === 'undone')
        throw new StaleError(`the run ${run} was undone already`, 'There is nothing left to take back.');
      const unlock = await lockTenant(context, identifyTenant(context));
      try {
        const {fields, permissions, warnings} = planUndo(past, saved, await readAllFields(context.http));
        for (const warning of warnings) await context.reporter.warn(warning);
        const planned = await planTenant(context, {fields, tenant: undefined}, permissions);
        await applyPlan(context, {planned, source: 'files', undoes: run}, options);
        await closeRun(context, run);
      } finally {
        unlock();
      }
    });
}
