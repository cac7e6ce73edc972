// Generated from the operations table by `npm run gen`; edit the table, not this file.
import { load } from "../catalog.ts";
import type { Answerer, Calls } from "./hewto.ts";
import type { Methods } from "./operations.ts";

export function callsOf(answer: Answerer): Calls {
  return {
    list_specs: async (input, options) => answer((await load.specs()).operations.list_specs, input, options),
    get_spec_requirements: async (input, options) =>
      answer((await load.specs()).operations.get_spec_requirements, input, options),
    get_scenario: async (input, options) =>
      answer((await load.specs()).operations.get_scenario, input, options),
    search_specs: async (input, options) =>
      answer((await load.specs()).operations.search_specs, input, options),
    list_changes: async (input, options) =>
      answer((await load.specs()).operations.list_changes, input, options),
    get_change: async (input, options) => answer((await load.specs()).operations.get_change, input, options),
    validate_spec: async (input, options) =>
      answer((await load.specs()).operations.validate_spec, input, options),
    validate_change: async (input, options) =>
      answer((await load.specs()).operations.validate_change, input, options),
    archive_change: async (input, options) =>
      answer((await load.specs()).operations.archive_change, input, options),
    specs_overview: async (input, options) =>
      answer((await load.specs()).operations.specs_overview, input, options),
    specs_show: async (input, options) => answer((await load.specs()).operations.specs_show, input, options),
    changes_new: async (input, options) =>
      answer((await load.specs()).operations.changes_new, input, options),
    changes_undo: async (input, options) =>
      answer((await load.specs()).operations.changes_undo, input, options),
    changes_rebase: async (input, options) =>
      answer((await load.specs()).operations.changes_rebase, input, options),
    skill: async (input, options) => answer((await load.skills()).operations.skill, input, options),
    skills_list: async (input, options) =>
      answer((await load.skills()).operations.skills_list, input, options),
    skills_info: async (input, options) =>
      answer((await load.skills()).operations.skills_info, input, options),
    skills_search: async (input, options) =>
      answer((await load.skills()).operations.skills_search, input, options),
    skills_validate: async (input, options) =>
      answer((await load.skills()).operations.skills_validate, input, options),
    skills_enable: async (input, options) =>
      answer((await load.skills()).operations.skills_enable, input, options),
    skills_disable: async (input, options) =>
      answer((await load.skills()).operations.skills_disable, input, options),
    skills_install: async (input, options) =>
      answer((await load.skills()).operations.skills_install, input, options),
    skills_remove: async (input, options) =>
      answer((await load.skills()).operations.skills_remove, input, options),
    skills_verify: async (input, options) =>
      answer((await load.skills()).operations.skills_verify, input, options),
    skills_doctor: async (input, options) =>
      answer((await load.skills()).operations.skills_doctor, input, options),
    index_codebase: async (input, options) =>
      answer((await load.code()).operations.index_codebase, input, options),
    search_code: async (input, options) => answer((await load.code()).operations.search_code, input, options),
    search_docs: async (input, options) => answer((await load.code()).operations.search_docs, input, options),
    code_research: async (input, options) =>
      answer((await load.code()).operations.code_research, input, options),
    find_symbol: async (input, options) => answer((await load.code()).operations.find_symbol, input, options),
    find_references: async (input, options) =>
      answer((await load.code()).operations.find_references, input, options),
    symbol_context: async (input, options) =>
      answer((await load.code()).operations.symbol_context, input, options),
    workspace_info: async (input, options) =>
      answer((await load.artifacts()).operations.workspace_info, input, options),
    list_specifications: async (input, options) =>
      answer((await load.artifacts()).operations.list_specifications, input, options),
    describe_specification: async (input, options) =>
      answer((await load.artifacts()).operations.describe_specification, input, options),
    list_implementations: async (input, options) =>
      answer((await load.artifacts()).operations.list_implementations, input, options),
    describe_implementation: async (input, options) =>
      answer((await load.artifacts()).operations.describe_implementation, input, options),
    list_scratch_pads: async (input, options) =>
      answer((await load.artifacts()).operations.list_scratch_pads, input, options),
    describe_scratch_pad: async (input, options) =>
      answer((await load.artifacts()).operations.describe_scratch_pad, input, options),
    dependency_tree: async (input, options) =>
      answer((await load.artifacts()).operations.dependency_tree, input, options),
    validate_references: async (input, options) =>
      answer((await load.artifacts()).operations.validate_references, input, options),
    resolve_template: async (input, options) =>
      answer((await load.artifacts()).operations.resolve_template, input, options),
    set_template_pointer: async (input, options) =>
      answer((await load.artifacts()).operations.set_template_pointer, input, options),
    remove_template_pointer: async (input, options) =>
      answer((await load.artifacts()).operations.remove_template_pointer, input, options),
    describe_capabilities: async (input, options) =>
      answer((await load.artifacts()).operations.describe_capabilities, input, options),
    create_artifact: async (input, options) =>
      answer((await load.artifacts()).operations.create_artifact, input, options),
    delete_artifact: async (input, options) =>
      answer((await load.artifacts()).operations.delete_artifact, input, options),
    list_headings: async (input, options) =>
      answer((await load.artifacts()).operations.list_headings, input, options),
    render_heading: async (input, options) =>
      answer((await load.artifacts()).operations.render_heading, input, options),
    list_constraints: async (input, options) =>
      answer((await load.artifacts()).operations.list_constraints, input, options),
    get_constraint: async (input, options) =>
      answer((await load.artifacts()).operations.get_constraint, input, options),
    update_artifact: async (input, options) =>
      answer((await load.artifacts()).operations.update_artifact, input, options),
    scan_validation_tags: async (input, options) =>
      answer((await load.artifacts()).operations.scan_validation_tags, input, options),
    compliance_report: async (input, options) =>
      answer((await load.artifacts()).operations.compliance_report, input, options),
    workspace_status: async (input, options) =>
      answer((await load.artifacts()).operations.workspace_status, input, options),
    list_authoring_prompts: async (input, options) =>
      answer((await load.artifacts()).operations.list_authoring_prompts, input, options),
    get_authoring_prompt: async (input, options) =>
      answer((await load.artifacts()).operations.get_authoring_prompt, input, options),
    list_artifacts: async (input, options) =>
      answer((await load.artifacts()).operations.list_artifacts, input, options),
    describe_artifact: async (input, options) =>
      answer((await load.artifacts()).operations.describe_artifact, input, options),
    init: async (input, options) => answer((await load.artifacts()).operations.init, input, options),
    "speckit.specify": async (input, options) =>
      answer((await load.workflow()).operations["speckit.specify"], input, options),
    "speckit.clarify": async (input, options) =>
      answer((await load.workflow()).operations["speckit.clarify"], input, options),
    "speckit.plan": async (input, options) =>
      answer((await load.workflow()).operations["speckit.plan"], input, options),
    "speckit.tasks": async (input, options) =>
      answer((await load.workflow()).operations["speckit.tasks"], input, options),
    "speckit.implement": async (input, options) =>
      answer((await load.workflow()).operations["speckit.implement"], input, options),
    features_list: async (input, options) =>
      answer((await load.workflow()).operations.features_list, input, options),
    features_show: async (input, options) =>
      answer((await load.workflow()).operations.features_show, input, options),
    features_new: async (input, options) =>
      answer((await load.workflow()).operations.features_new, input, options),
    tasks_toggle: async (input, options) =>
      answer((await load.workflow()).operations.tasks_toggle, input, options),
    worktree_list: async (input, options) =>
      answer((await load.workflow()).operations.worktree_list, input, options),
    worktree_add: async (input, options) =>
      answer((await load.workflow()).operations.worktree_add, input, options),
    worktree_remove: async (input, options) =>
      answer((await load.workflow()).operations.worktree_remove, input, options),
    check: async (input, options) => answer((await load.project()).operations.check, input, options),
  };
}

export function methodsOf(calls: Calls): Methods {
  return {
    listSpecs: async (input, options) => (await calls.list_specs(input, options)).output,
    getSpecRequirements: async (input, options) => (await calls.get_spec_requirements(input, options)).output,
    getScenario: async (input, options) => (await calls.get_scenario(input, options)).output,
    searchSpecs: async (input, options) => (await calls.search_specs(input, options)).output,
    listChanges: async (input, options) => (await calls.list_changes(input, options)).output,
    getChange: async (input, options) => (await calls.get_change(input, options)).output,
    validateSpec: async (input, options) => (await calls.validate_spec(input, options)).output,
    validateChange: async (input, options) => (await calls.validate_change(input, options)).output,
    archiveChange: async (input, options) => (await calls.archive_change(input, options)).output,
    specsOverview: async (input, options) => (await calls.specs_overview(input, options)).output,
    specsShow: async (input, options) => (await calls.specs_show(input, options)).output,
    changesNew: async (input, options) => (await calls.changes_new(input, options)).output,
    changesUndo: async (input, options) => (await calls.changes_undo(input, options)).output,
    changesRebase: async (input, options) => (await calls.changes_rebase(input, options)).output,
    skill: async (input, options) => (await calls.skill(input, options)).output,
    skillsList: async (input, options) => (await calls.skills_list(input, options)).output,
    skillsInfo: async (input, options) => (await calls.skills_info(input, options)).output,
    skillsSearch: async (input, options) => (await calls.skills_search(input, options)).output,
    skillsValidate: async (input, options) => (await calls.skills_validate(input, options)).output,
    skillsEnable: async (input, options) => (await calls.skills_enable(input, options)).output,
    skillsDisable: async (input, options) => (await calls.skills_disable(input, options)).output,
    skillsInstall: async (input, options) => (await calls.skills_install(input, options)).output,
    skillsRemove: async (input, options) => (await calls.skills_remove(input, options)).output,
    skillsVerify: async (input, options) => (await calls.skills_verify(input, options)).output,
    skillsDoctor: async (input, options) => (await calls.skills_doctor(input, options)).output,
    indexCodebase: async (input, options) => (await calls.index_codebase(input, options)).output,
    searchCode: async (input, options) => (await calls.search_code(input, options)).output,
    searchDocs: async (input, options) => (await calls.search_docs(input, options)).output,
    codeResearch: async (input, options) => (await calls.code_research(input, options)).output,
    findSymbol: async (input, options) => (await calls.find_symbol(input, options)).output,
    findReferences: async (input, options) => (await calls.find_references(input, options)).output,
    symbolContext: async (input, options) => (await calls.symbol_context(input, options)).output,
    workspaceInfo: async (input, options) => (await calls.workspace_info(input, options)).output,
    listSpecifications: async (input, options) => (await calls.list_specifications(input, options)).output,
    describeSpecification: async (input, options) =>
      (await calls.describe_specification(input, options)).output,
    listImplementations: async (input, options) => (await calls.list_implementations(input, options)).output,
    describeImplementation: async (input, options) =>
      (await calls.describe_implementation(input, options)).output,
    listScratchPads: async (input, options) => (await calls.list_scratch_pads(input, options)).output,
    describeScratchPad: async (input, options) => (await calls.describe_scratch_pad(input, options)).output,
    dependencyTree: async (input, options) => (await calls.dependency_tree(input, options)).output,
    validateReferences: async (input, options) => (await calls.validate_references(input, options)).output,
    resolveTemplate: async (input, options) => (await calls.resolve_template(input, options)).output,
    setTemplatePointer: async (input, options) => (await calls.set_template_pointer(input, options)).output,
    removeTemplatePointer: async (input, options) =>
      (await calls.remove_template_pointer(input, options)).output,
    describeCapabilities: async (input, options) =>
      (await calls.describe_capabilities(input, options)).output,
    createArtifact: async (input, options) => (await calls.create_artifact(input, options)).output,
    deleteArtifact: async (input, options) => (await calls.delete_artifact(input, options)).output,
    listHeadings: async (input, options) => (await calls.list_headings(input, options)).output,
    renderHeading: async (input, options) => (await calls.render_heading(input, options)).output,
    listConstraints: async (input, options) => (await calls.list_constraints(input, options)).output,
    getConstraint: async (input, options) => (await calls.get_constraint(input, options)).output,
    updateArtifact: async (input, options) => (await calls.update_artifact(input, options)).output,
    scanValidationTags: async (input, options) => (await calls.scan_validation_tags(input, options)).output,
    complianceReport: async (input, options) => (await calls.compliance_report(input, options)).output,
    workspaceStatus: async (input, options) => (await calls.workspace_status(input, options)).output,
    listAuthoringPrompts: async (input, options) =>
      (await calls.list_authoring_prompts(input, options)).output,
    getAuthoringPrompt: async (input, options) => (await calls.get_authoring_prompt(input, options)).output,
    listArtifacts: async (input, options) => (await calls.list_artifacts(input, options)).output,
    describeArtifact: async (input, options) => (await calls.describe_artifact(input, options)).output,
    init: async (input, options) => (await calls.init(input, options)).output,
    speckitSpecify: async (input, options) => (await calls["speckit.specify"](input, options)).output,
    speckitClarify: async (input, options) => (await calls["speckit.clarify"](input, options)).output,
    speckitPlan: async (input, options) => (await calls["speckit.plan"](input, options)).output,
    speckitTasks: async (input, options) => (await calls["speckit.tasks"](input, options)).output,
    speckitImplement: async (input, options) => (await calls["speckit.implement"](input, options)).output,
    featuresList: async (input, options) => (await calls.features_list(input, options)).output,
    featuresShow: async (input, options) => (await calls.features_show(input, options)).output,
    featuresNew: async (input, options) => (await calls.features_new(input, options)).output,
    tasksToggle: async (input, options) => (await calls.tasks_toggle(input, options)).output,
    worktreeList: async (input, options) => (await calls.worktree_list(input, options)).output,
    worktreeAdd: async (input, options) => (await calls.worktree_add(input, options)).output,
    worktreeRemove: async (input, options) => (await calls.worktree_remove(input, options)).output,
    check: async (input, options) => (await calls.check(input, options)).output,
  };
}
