import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import { checkMagnitudes, outputsToStore } from '../calculator/output.rules.ts';
import type { LabDeps } from '../deps.ts';
import { applyPrediction } from '../replication/replication.actions.ts';
import { viewOfTemplate } from '../template/template.actions.ts';
import type { Template } from '../template/template.schema.ts';
import { updateTemplate } from '../template/template.store.ts';
import { lockTemplateForReview } from '../template/template-access.actions.ts';
import type { GoldenSpec } from './golden-spec.schema.ts';

/** Stores the result of a calculator as the prediction of a template and compares its replications with it. */
export async function setGoldenSpec(deps: LabDeps, actor: Actor, id: string, spec: GoldenSpec): Promise<Template> {
  const { calculator, optimal_inputs, calculator_outputs } = spec;
  checkMagnitudes(Object.values(optimal_inputs));
  const prediction = {
    calculator,
    optimal_inputs: { ...optimal_inputs },
    outputs: outputsToStore(calculator_outputs.outputs),
  };
  return deps.db.transaction().execute(async (tx) => {
    const { id: templateId } = await lockTemplateForReview(tx, id);
    await recordAudit(deps, tx, actor, {
      action: 'lab.set-golden-spec',
      subjectType: 'lab_template',
      subjectIds: [templateId],
      details: { calculator },
    });
    const now = deps.clock.now();
    await applyPrediction(tx, templateId, prediction, now);
    return viewOfTemplate(await updateTemplate(tx, templateId, { predicted_values: prediction }, now));
  });
}
