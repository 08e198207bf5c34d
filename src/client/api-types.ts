/**
 * Types of the HTTP API, made from docs/openapi.json by `npm run generate -- api-types`. Do not edit.
 * SHA-256 of the document: a53bdd8a2b1f815cdbbd21f9246a1ba2b4a409c0b58a19a1a7a8d0112c0c345f
 */

export interface paths {
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process answers
         * @description For what restarts a hung process. It asks neither the store nor Temporal, because a restart mends neither.
         */
        get: operations["livez"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process answers
         * @description For what restarts a hung process. It asks neither the store nor Temporal, because a restart mends neither.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The server can store what it is sent
         * @description For a balancer. The status is that of the store. Without Temporal a server still stores webhooks and answers, so Temporal is only shown.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns with their totals, oldest first
         * @description Campaigns of `kind=standing` are built in, for direct calls and callbacks. Totals come from counters.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign, as a draft
         * @description Needs an API key with the role `operate`.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a campaign: counts, cost, and why it waits
         * @description To wait for the end, poll every 2 seconds until `state` is one of `completed`, `cancelled`.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a campaign, also while it runs
         * @description A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed. Changed rules make a new version of the policy: calls that are claimed already keep their version. Needs an API key with the role `operate`.
         */
        patch: operations["editCampaign"];
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Clone a campaign: a new draft with the same rules and, if requested, contacts
         * @description A deadline that has passed and a planned start are not copied. For a long list the answer comes when the first contacts are copied, and `contact_job` copies the rest; the clone can be started meanwhile. Needs an API key with the role `operate`.
         */
        post: operations["cloneCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start dialling, now or at an instant
         * @description Needs an API key with the role `operate`.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/unschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the scheduled start
         * @description Needs an API key with the role `operate`.
         */
        post: operations["unscheduleCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause: no new calls; live calls go on to their end
         * @description Needs an API key with the role `operate`.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume dialling
         * @description Needs an API key with the role `operate`.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/drain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dial the due contacts, then end
         * @description Needs an API key with the role `operate`.
         */
        post: operations["drainCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the campaign for good; due contacts are not dialled
         * @description Needs an API key with the role `operate`.
         */
        post: operations["cancelCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a campaign, by position
         * @description With `data` a page may have fewer contacts than `limit` although others follow: some ten thousand are looked through for each. `next_cursor` decides, and `looked_to` says how far it looked.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Add contacts, as CSV, NDJSON or JSON
         * @description Columns or fields: `number` (needed; international, with `+` or `00`), `name`, `row_key`, `zone`, `agent_id`, `not_before`, `not_after`, `calling_code` or `country` (of numbers without it), `region`, `postal_code`, `do_not_call` (leaves the row out), `suppress` (puts its number on `suppress_list` too). CSV has a header line and `,`, `;`, `|` or tabs between fields; columns that are called otherwise are named by `mapping`. The list of left-out rows may be corrected and sent again as it is. Rows that cannot be used are listed in the answer, and the others are added. Up to 512 MiB and 2,000,000 rows; a malformed text adds none. An import that takes longer than 25 seconds is answered with 202 and continues. With an `Idempotency-Key` a request that was cut off goes on where it stopped. `dry_run=true` is answered when all rows were read: minutes for a million. Needs an API key with the role `operate`.
         */
        post: operations["addContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imports of a campaign, newest first */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/imports/{importId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of an import and the outcome of its rows
         * @description To wait for the end, poll every second until `state` is one of `done`, `stopped`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/imports/{importId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo an import: those of its contacts that nobody has called leave the campaign
         * @description They become final with `not-dialled` and the reason `withdrawn`, and lose number, name and row key, so that a corrected list can be imported. The first hundred leave before the answer, the others by and by: `undo.state` is then `open`. Pause a running campaign first: it is completed when no contact is left to call. Needs an API key with the role `operate`.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/imports/{importId}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download every row that was left out, with its reason, as CSV
         * @description Safe to open in a spreadsheet: an apostrophe is put before text that would be a formula. Needs an API key with the role `operate`.
         */
        get: operations["getLeftOutRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of a campaign, newest first
         * @description Filters may be combined. `from` and `to` are compared with the time of creation (`created_at`). A page may have fewer calls than `limit` although others follow: a bounded number is looked through for each. `next_cursor` decides.
         */
        get: operations["listCallsOfCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or search the calls of all campaigns, newest first
         * @description Filters may be combined. `from` and `to` are compared with the time of creation (`created_at`). A page may have fewer calls than `limit` although others follow: a bounded number is looked through for each. `next_cursor` decides.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Place one call now
         * @description While the standing campaign `direct` is paused, the answer is 409 `campaign_paused` and no call is created. Needs an API key with the role `operate`.
         */
        post: operations["callNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a call with its placements and its timeline
         * @description To wait for the end, poll every second until `state` is one of `ended`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what each POST of a call was decided on */
        get: operations["getDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a campaign’s policy, oldest first */
        get: operations["listPolicyVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/policy/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show one version of a campaign’s policy */
        get: operations["getPolicyVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the presets of rules by area: facts with their sources, no legal advice */
        get: operations["listRulePresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rule-presets/{presetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show a preset of rules */
        get: operations["getRulePreset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/rule-presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the presets that a campaign’s rules were made with, and whether newer editions are there */
        get: operations["listAppliedRulePresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/rule-presets/{presetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what a preset would change in a campaign, and whom it would forbid to dial */
        get: operations["previewRulePreset"];
        put?: never;
        /**
         * Apply a preset to a campaign, as a new version of its policy
         * @description By default it never allows what the campaign forbade. Facts in `not_enforced` are kept by no rule. Needs an API key with the role `operate`.
         */
        post: operations["applyRulePreset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List callbacks, oldest first
         * @description With `state`, a page may hold fewer than `limit` entries although there is a next page.
         */
        get: operations["listCallbacks"];
        put?: never;
        /**
         * Create a callback: call a number at a time, once or repeatedly
         * @description Needs an API key with the role `operate`.
         */
        post: operations["makeCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/{callbackId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a callback
         * @description To wait for the end, poll every 10 seconds until `state` is one of `done`, `missed`, `cancelled`.
         */
        get: operations["getCallback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the time and the agents of a callback
         * @description A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed. For a recurring callback this changes the turns to come; a one-off callback can be changed while it has no live call. Needs an API key with the role `operate`.
         */
        patch: operations["editCallback"];
        trace?: never;
    };
    "/v1/callbacks/{callbackId}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the turns of a callback, newest first */
        get: operations["listCallbackTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the turns of all callbacks in a span, by time
         * @description Turns that were made, with what became of them, and turns that active recurring callbacks plan. `more` says that the span has further turns: ask for a shorter span. Planned turns are computed for the 5,000 callbacks whose next turn comes first.
         */
        get: operations["callbackCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/{callbackId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the callback until it is resumed
         * @description A live call of the callback goes on. To end it, hang it up by its reference. Needs an API key with the role `operate`.
         */
        post: operations["pauseCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/{callbackId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the callback
         * @description A live call of the callback goes on. To end it, hang it up by its reference. Needs an API key with the role `operate`.
         */
        post: operations["resumeCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/callbacks/{callbackId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the callback for good
         * @description A live call of the callback goes on. To end it, hang it up by its reference. Needs an API key with the role `operate`.
         */
        post: operations["cancelCallback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/hangup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a call, or withdraw it before it is dialled
         * @description Needs an API key with the role `operate`.
         */
        post: operations["hangUpCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a call that ended as unknown
         * @description Needs an API key with the role `operate`.
         */
        post: operations["resolveCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcome-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the outcome codes, deleted ones too */
        get: operations["listOutcomeCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/outcome-codes/{codeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or change an outcome code
         * @description Calls that have the code keep what followed from it. A deleted code is there again. Needs an API key with the role `operate`.
         */
        put: operations["putOutcomeCode"];
        post?: never;
        /**
         * Delete an outcome code; calls keep it
         * @description Needs an API key with the role `operate`.
         */
        delete: operations["deleteOutcomeCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what somebody said that a call led to */
        get: operations["getOutcome"];
        /**
         * Say what a call led to, by a code of the account
         * @description From the carrier’s acceptance on, also long after the end. Beside the disposition, which is the carrier’s fact and stays. What the code says follows in the same transaction, and `effects` says what was done. To change an outcome, send its `ETag` in `If-Match`; without it, only the first one is set. Needs an API key with the role `operate`.
         */
        put: operations["setOutcome"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count calls by their outcome codes
         * @description From counters of quarters of an hour of the last placement, so a million calls take as long as one. `from` is rounded down.
         */
        get: operations["getOutcomeStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the agent of this key, its call, the codes and the figures of its day
         * @description Needs an API key with the role `agent`.
         */
        get: operations["getAgentPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take calls; ends the wrap-up, unless its campaign requires an outcome first
         * @description Needs an API key with the role `agent`.
         */
        post: operations["readyOwnAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take no further call
         * @description Needs an API key with the role `agent`.
         */
        post: operations["pauseOwnAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/calls/{ref}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what a call of this agent led to
         * @description Needs an API key with the role `agent`.
         */
        put: operations["setOwnOutcome"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/calls/{ref}/hangup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a call of this agent
         * @description Needs an API key with the role `agent`.
         */
        post: operations["hangUpOwnCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a number now, with this agent
         * @description Needs an API key with the role `agent`.
         */
        post: operations["callFromOwnPage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/agent-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show what agents see of a campaign: its script and its screen pop */
        get: operations["getCampaignPage"];
        /**
         * Set what agents see of a campaign
         * @description Needs an API key with the role `operate`.
         */
        put: operations["putCampaignPage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the recording of a call; byte ranges are supported
         * @description Needs an API key with the role `operate`.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/calls/{ref}/recording/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a recording from the recording desk, also if it was given up
         * @description Needs an API key with the role `operate`.
         */
        post: operations["lookUpRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents with their calls */
        get: operations["listAgents"];
        put?: never;
        /**
         * Add an agent, ready to take calls
         * @description Needs an API key with the role `operate`.
         */
        post: operations["addAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show an agent with its call */
        get: operations["getAgent"];
        put?: never;
        post?: never;
        /**
         * Delete an agent
         * @description An agent with live calls is 409 `agent_busy`: pause it, and delete it when they have ended. If contacts or callbacks are bound to the agent, the answer is 409 `agent_in_use` with their numbers: `replace_with` binds them to another agent, `force` lets any agent of their campaigns take them. The agent stays readable here, because its past calls name it, and its id is not given again. Many contacts take several steps, in which the agent is paused: a request with other terms takes them over, setting the agent ready cancels them, and this one is then 409 `deletion_stopped`. Needs an API key with the role `operate`.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        /**
         * Change the name, address, pools or capacity of an agent
         * @description A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed. Calls that the agent has stay with it. A capacity below them is 409, and so is another address while the agent has calls. The kind cannot be changed: add another agent. Needs an API key with the role `operate`.
         */
        patch: operations["editAgent"];
        trace?: never;
    };
    "/v1/agents/{agentId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause the agent: no new calls
         * @description A call that is under way goes on. After `until` the agent takes calls again, without anybody doing anything. A second pause replaces `until`, and the reason if it names one. Needs an API key with the role `operate`.
         */
        post: operations["pauseAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the agent take calls
         * @description It also ends the wrap-up of the agent, and its misses count from 0 again. Needs an API key with the role `operate`.
         */
        post: operations["readyAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause all agents of a pool
         * @description A call that is under way goes on. After `until` the agent takes calls again, without anybody doing anything. Needs an API key with the role `operate`.
         */
        post: operations["pausePool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let all agents of a pool take calls
         * @description Needs an API key with the role `operate`.
         */
        post: operations["readyPool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many agents, as CSV or JSON
         * @description Columns: id, name, kind, address, pools, capacity; id, name, kind, address are needed. Names of `pools` are separated by `;`, and the column may be called `pool`. Up to 1000 rows. All rows are imported, or none: the answer 422 lists every fault with its line. A row of an agent that is there with the same settings changes nothing, so the same file may be sent again. Rows may swap the addresses of agents. Needs an API key with the role `operate`.
         */
        post: operations["importAgents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/{agentId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what an agent did, span by span, oldest first
         * @description Spans without gaps from `from` to `to`, at most 31 days, from the time when the agent was added. A page has the spans around at most `limit` calls. For an agent that takes several calls at once, a span is `on_call` while at least one of them is.
         */
        get: operations["agentHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/occupancy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How busy each agent was
         * @description Seconds in each state from `from` to `to`, at most 31 days, for each agent that is not deleted, in the order of their ids. `occupancy` is the share of the time in which the agent was available that it spent on calls and their wrap-up.
         */
        get: operations["agentOccupancy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether the account may dial, and the queue of the recording desk */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the limits over all campaigns
         * @description A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed. Needs an API key with the role `operate`.
         */
        patch: operations["limitAccount"];
        trace?: never;
    };
    "/v1/account/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop all new calls of the account at once
         * @description Needs an API key with the role `operate`.
         */
        post: operations["stopAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/go": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the account dial again
         * @description Needs an API key with the role `operate`.
         */
        post: operations["letAccountGo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/hold/lift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the hold by hand
         * @description Needs an API key with the role `operate`.
         */
        post: operations["liftHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether the database was restored from an old copy, and what became of the calls since */
        get: operations["getRestore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/restore/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the account dial again after the database was restored
         * @description Needs an API key with the role `admin`.
         */
        post: operations["releaseRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the suppression lists */
        get: operations["listSuppressionLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/{listId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Create or rename a suppression list
         * @description The list is checked at every claim and again just before each POST. Needs an API key with the role `operate`.
         */
        put: operations["putSuppressionList"];
        post?: never;
        /**
         * Remove a list with all its entries
         * @description While campaigns that are not over name it, or use every list and it has entries, the answer is 409 and names them. The list is out of use as soon as the answer is sent; the entries of a long one are deleted after it. `replace_with` puts another list in its place; `force` pauses the campaigns that name it. Needs an API key with the role `operate`.
         */
        delete: operations["dropSuppressionList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/{listId}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of a list, by number */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Add many numbers, as CSV, NDJSON or JSON
         * @description Read as contacts are, of which only the number counts. Rows that cannot be used are listed. Each number counts as soon as it is added; the answer comes when all are added. If no answer comes, send the request again: with the same idempotency key it continues, and the answer covers all rows. Needs an API key with the role `operate`.
         */
        post: operations["importSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/{listId}/numbers/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suppress one number; after the answer, no POST to it is sent
         * @description Needs an API key with the role `operate`.
         */
        put: operations["suppressNumber"];
        post?: never;
        /**
         * Remove one number from a list
         * @description Needs an API key with the role `operate`.
         */
        delete: operations["unsuppressNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/{listId}/persons/{personKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suppress all numbers of a person; after the answer, no POST to them is sent
         * @description The numbers of all contacts with this `person_key`, in every campaign. Numbers that are added later are not on the list. Needs an API key with the role `operate`.
         */
        put: operations["suppressPerson"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/numbers/{number}/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the suppression lists that a number is on, and since when */
        get: operations["listSuppressionsOfNumber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/numbers/{number}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is recorded of the consent of a number, the newest first */
        get: operations["listConsents"];
        put?: never;
        /**
         * Record a consent, an objection or a relation of the person with a number
         * @description It is added and never changed: a later event stands for what the person wants now. After the answer to an objection, no POST of a campaign that it counts for is sent to the number. Needs an API key with the role `operate`.
         */
        post: operations["recordConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record many consents and objections, as CSV, NDJSON or JSON
         * @description Read as contacts are; besides `number`, rows have the fields of one event. Rows that cannot be used are listed. Each event counts as soon as it is recorded. If no answer comes, send the request again: events that are there are not recorded twice if their rows have `at`. Needs an API key with the role `operate`.
         */
        post: operations["importConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the contacts of a number, a row key or a person, in all campaigns
         * @description In the order of campaigns and positions.
         */
        get: operations["findContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check who will be dialled, who will not and why, when and at what cost; changes nothing */
        post: operations["preflightCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rehearse the whole campaign in virtual time, with a model of how calls are answered
         * @description Changes nothing in the campaign. Before its start, the result is kept for `GET …/forecast`.
         */
        post: operations["rehearseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the last rehearsal before the start with the actual campaign */
        get: operations["getForecast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/contacts/{position}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain why a contact is dialled now, later or never: every rule and its inputs */
        get: operations["explainContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what, newest first */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys with their last use, newest first, revoked ones too
         * @description The keys of DIALWRIGHT_API_KEYS are not listed. Needs an API key with the role `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key; it is shown only in this answer
         * @description Other processes know it within a quarter of a second. A key whose answer was lost cannot be shown again: revoke it and create another. Needs an API key with the role `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the name and role of the API key of this request
         * @description Needs an API key with the role `agent`.
         */
        get: operations["getCurrentKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an API key with its last use
         * @description Needs an API key with the role `admin`.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key for good
         * @description This server refuses it from the answer on, all others within five seconds; open streams end. A key may revoke itself: `current` is then true. The keys of DIALWRIGHT_API_KEYS cannot be revoked here. Needs an API key with the role `admin`.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the session of this request, with its user or key
         * @description 404 for a request with an API key in place of the cookie. Needs an API key with the role `agent`.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in: exchange a name and password, an API key, or the code of a link, for the cookie of a session
         * @description For browsers; programs send an API key itself. The cookie `__Host-dialwright` counts where there is no `Authorization` header, with the role and name of the user or key. A change needs `Sec-Fetch-Site: same-origin` or an equal `Origin`. The session ends with the user or key, which has 20 sessions at most; then its oldest one ends.
         */
        post: operations["startSession"];
        /**
         * Sign out: end the session and clear its cookie
         * @description 204 also if the session has ended before.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the people who may sign in, newest first, removed ones too
         * @description Needs an API key with the role `admin`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Invite a person: a user, with a link by which the person chooses a password
         * @description The link is shown only in this answer. With an identity provider (`DIALWRIGHT_OIDC_ISSUER`) the person may sign in by it instead, if it vouches for this name. Needs an API key with the role `admin`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description Needs an API key with the role `admin`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Remove a user for good
         * @description Sessions and streams end, everywhere within five seconds. The audit keeps the name. Not for the own user. Needs an API key with the role `admin`.
         */
        delete: operations["removeUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another link by which the user chooses a password; the one before ends
         * @description For a forgotten password too: the old one works until another is chosen. Needs an API key with the role `admin`.
         */
        post: operations["createUserLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/rights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a user another role
         * @description Sessions go on with it, everywhere within five seconds. Not for the own user. Needs an API key with the role `admin`.
         */
        put: operations["changeUserRights"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take away the second factor of a user who has lost it
         * @description Not for the own user, who needs a code for that. Needs an API key with the role `admin`.
         */
        delete: operations["removeSecondFactorOfUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the user of this session
         * @description 404 for a request with an API key, or of a session of one. Needs an API key with the role `agent`.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/current/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose another password; all other sessions of the user end
         * @description Needs an API key with the role `agent`.
         */
        put: operations["setOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/current/new-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a secret for an authenticator app; nothing is kept until a code of it is sent
         * @description Needs an API key with the role `agent`.
         */
        post: operations["newSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/current/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Need a code of the authenticator app at each sign-in with the password, or no more
         * @description Needs an API key with the role `agent`.
         */
        put: operations["setSecondFactor"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show whether people sign in by an identity provider too */
        get: operations["listSignInWays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** For browsers: leave for the identity provider to sign in there */
        get: operations["startProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/provider/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** For browsers that come back from the identity provider */
        get: operations["finishProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened, or follow it as a stream
         * @description With `Accept: text/event-stream` the answer is a stream of server-sent events: new ones, and those behind `Last-Event-ID`. Otherwise it is a list. To poll it, repeat the request with `after` set to the last id.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agent/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to the agent of this key and to its calls
         * @description A stream of server-sent events, as `GET /v1/events` has them. Needs an API key with the role `agent`.
         */
        get: operations["followOwnEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the alerts that stand */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person, by number or row key
         * @description From the answer on, nobody dials the number: not in any campaign, and not after another import. Names, numbers, row keys, bodies of webhooks and recordings are erased in batches after that; calls, costs and counts stay. If a call of the person is live, the erasure waits for its end. Read it until it is done. Needs an API key with the role `admin`.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erase/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what would be erased; changes nothing
         * @description Texts that quote the number (the audit, left-out rows of imports and others) are found only by the erasure. Needs an API key with the role `admin`.
         */
        post: operations["previewErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures, newest first, without numbers
         * @description Needs an API key with the role `admin`.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erasures/{erasureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how far an erasure is, and what it has erased
         * @description Needs an API key with the role `admin`.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/allow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow calls to an erased number again, because the person asks for them
         * @description The number is on the suppression lists again that held it before its erasure, or to which it was added since: the answer names them. Campaigns that use these lists do not call it until it is taken off them (`DELETE /v1/suppressions/{listId}/numbers/{number}`). Caps count the calls from now on, since those before were erased. Needs an API key with the role `admin`.
         */
        post: operations["allowErasedNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints, with why one fails or is disabled
         * @description Needs an API key with the role `admin`.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Add an endpoint that gets events by HTTP; its secret is shown only in this answer
         * @description It gets events from now on, in the order of their ids, one request for each, signed by Standard Webhooks 1.0. A secret whose answer was lost cannot be shown again: rotate it. Needs an API key with the role `admin`.
         */
        post: operations["addWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook endpoint
         * @description Needs an API key with the role `admin`.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint with its log; a request that is under way is not stopped
         * @description Needs an API key with the role `admin`.
         */
        delete: operations["removeWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change the URL, description or types of a webhook endpoint
         * @description A JSON Merge Patch (RFC 7396), as `application/json` or `application/merge-patch+json`: objects merge at every depth, null removes (back to the default, or no limit), arrays are replaced. `removed` names what the patch removed. Another URL is tried at once. Needs an API key with the role `admin`.
         */
        patch: operations["editWebhookEndpoint"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last 200 requests to an endpoint, newest first
         * @description Needs an API key with the role `admin`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a webhook endpoint, or try one that fails again at once
         * @description It gets what was written since its `position` and is still kept. Needs an API key with the role `admin`.
         */
        post: operations["enableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a webhook endpoint: nothing is sent until it is enabled
         * @description Its events are kept for DIALWRIGHT_EVENTS_DAYS, as all events are. Needs an API key with the role `admin`.
         */
        post: operations["disableWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret; it is shown only in this answer
         * @description Until the old secret expires, requests have a signature of each, so that the receiver can change over. Needs an API key with the role `admin`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again, with the same ids
         * @description In order, and in turn with new events. One replay at a time. Events that are not kept any more: 410. Needs an API key with the role `admin`.
         */
        post: operations["replayWebhookEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one event of the type webhook.test, and show the answer
         * @description Also to an endpoint that is disabled. A worker sends it once. Needs an API key with the role `admin`.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the numbers that were bought (4.6) */
        get: operations["listCarrierNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/numbers/{number}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The regulatory documents of a number (4.6)
         * @description Needs an API key with the role `operate`.
         */
        get: operations["listCarrierDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One regulatory document (4.6)
         * @description Needs an API key with the role `operate`.
         */
        get: operations["getCarrierDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/purchases/{purchase}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the destinations of a number (4.4) */
        get: operations["listCarrierDestinations"];
        put?: never;
        /**
         * Add a destination of a number (4.4)
         * @description Needs an API key with the role `admin`.
         */
        post: operations["createCarrierDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/sip-accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A SIP account (4.5)
         * @description Needs an API key with the role `admin`.
         */
        get: operations["getCarrierSipAccount"];
        /**
         * Change a SIP account (4.5)
         * @description Needs an API key with the role `admin`.
         */
        put: operations["updateCarrierSipAccount"];
        post?: never;
        /**
         * Delete a SIP account (4.5)
         * @description Needs an API key with the role `admin`.
         */
        delete: operations["deleteCarrierSipAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/sip-accounts/{account}/allowed-ips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The allowed addresses of a SIP account (4.5) */
        get: operations["listCarrierAllowedIps"];
        put?: never;
        /**
         * Add an allowed address to a SIP account (4.5)
         * @description Needs an API key with the role `admin`.
         */
        post: operations["addCarrierAllowedIp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the operations that the document only names (4.7), and which of them the profile declares */
        get: operations["listCarrierOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/purchases/{purchase}/destinations/{destinationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a destination of a number (4.4)
         * @description Needs an API key with the role `admin`.
         */
        put: operations["updateCarrierDestination"];
        post?: never;
        /**
         * Delete a destination of a number (4.4)
         * @description Needs an API key with the role `admin`.
         */
        delete: operations["deleteCarrierDestination"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/sip-accounts/{account}/allowed-ips/{allowedIpId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an allowed address from a SIP account (4.5)
         * @description Needs an API key with the role `admin`.
         */
        delete: operations["deleteCarrierAllowedIp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/carrier/operations/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run an operation that the profile declares (4.7)
         * @description Needs an API key with the role `admin`.
         */
        post: operations["runCarrierOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List comparisons with the carrier’s call records, newest first, without their lists */
        get: operations["listReconciliations"];
        put?: never;
        /**
         * Compare the carrier’s call records of a span with our calls
         * @description Settles calls whose cost never came, and closes unknown calls that a record proves. A repeat changes nothing more. Needs an API key with the role `operate`.
         */
        post: operations["reconcile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reconciliations/{reconciliationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the result of a comparison
         * @description To wait for the end, poll every second until `state` is one of `done`, `failed`.
         */
        get: operations["getReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download calls as CSV or NDJSON
         * @description Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open in a spreadsheet: an apostrophe is put before text that would be a formula or another number, such as a phone number with its plus; an import takes it away. With `delimiter=semicolon` the decimal mark is a comma; `for` chooses all that Excel needs in a country. A connection that breaks before the end means that the report is not complete. Needs an API key with the role `operate`.
         */
        get: operations["reportCalls"];
        put?: never;
        /**
         * Write calls as CSV or NDJSON in the background
         * @description For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every second or less often. Needs an API key with the role `operate`.
         */
        post: operations["reportCallsInBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/campaigns/{campaignId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the contacts of a campaign as CSV or NDJSON
         * @description Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open in a spreadsheet: an apostrophe is put before text that would be a formula or another number, such as a phone number with its plus; an import takes it away. With `delimiter=semicolon` the decimal mark is a comma; `for` chooses all that Excel needs in a country. A connection that breaks before the end means that the report is not complete. Needs an API key with the role `operate`.
         */
        get: operations["reportContacts"];
        put?: never;
        /**
         * Write the contacts of a campaign as CSV or NDJSON in the background
         * @description For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every second or less often. Needs an API key with the role `operate`.
         */
        post: operations["reportContactsInBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the stored recordings of calls as a ZIP file
         * @description Streamed. Its last file, `index.csv`, lists the calls with sizes and SHA-256, and the recordings that were deleted from where they are kept. Needs an API key with the role `operate`.
         */
        get: operations["reportRecordings"];
        put?: never;
        /**
         * Write the stored recordings of calls as a ZIP file in the background
         * @description For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every second or less often. Needs an API key with the role `operate`.
         */
        post: operations["reportRecordingsInBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what agents did, span by span, as CSV or NDJSON
         * @description Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open in a spreadsheet: an apostrophe is put before text that would be a formula or another number, such as a phone number with its plus; an import takes it away. With `delimiter=semicolon` the decimal mark is a comma; `for` chooses all that Excel needs in a country. A connection that breaks before the end means that the report is not complete. Agents in the order of their ids, deleted ones left out, at most 31 days. Needs an API key with the role `operate`.
         */
        get: operations["reportShifts"];
        put?: never;
        /**
         * Write what agents did, span by span, as CSV or NDJSON in the background
         * @description For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every second or less often. Needs an API key with the role `operate`.
         */
        post: operations["reportShiftsInBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reports/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download costs by month, campaign or agent as CSV or NDJSON
         * @description Streamed, of any length. Times are in UTC; columns that end in `_local` show them in `zone`. The CSV is safe to open in a spreadsheet: an apostrophe is put before text that would be a formula or another number, such as a phone number with its plus; an import takes it away. With `delimiter=semicolon` the decimal mark is a comma; `for` chooses all that Excel needs in a country. A connection that breaks before the end means that the report is not complete. The rows of `GET /v1/costs`. Needs an API key with the role `operate`.
         */
        get: operations["reportCosts"];
        put?: never;
        /**
         * Write costs by month, campaign or agent as CSV or NDJSON in the background
         * @description For reports that take long. The file is kept for a day. Read the job until its `state` is `done` or `failed`, every second or less often. Needs an API key with the role `operate`.
         */
        post: operations["reportCostsInBackground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls, talk time, cost and the time of agents by 15 minutes, hour or day
         * @description From counters, so it does not read the calls. A call counts in the bucket of its last POST, and later evidence, a corrected disposition or bill changes it there. At most 750 buckets and 750 days. `from` is by default the start of the day in `zone`, for `day` and `month` that of the month. `zone` is UTC by default.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{campaignId}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls, talk time and cost of a campaign
         * @description From counters, so it does not read the calls. A call counts in the bucket of its last POST, and later evidence, a corrected disposition or bill changes it there. At most 750 buckets and 750 days. `from` is by default the start of the day in `zone`, for `day` and `month` that of the month. `zone` is that of the campaign by default.
         */
        get: operations["getStatisticsOfCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Costs by month, campaign or agent
         * @description From the same counters, those with the most calls first. `from` is by default the start of the month. At most 1000 campaigns or agents, and 750 days. A cost counts in the month of the last POST of its call.
         */
        get: operations["getCosts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where and when customers answer, by area or network prefix
         * @description Of the newest 20000 calls that an agent answered, those with the most calls first, at most 200. Each with the span of the same length just before, and by area with the hours in which most customers answer.
         */
        get: operations["getAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs that write reports, newest first
         * @description Needs an API key with the role `operate`.
         */
        get: operations["listReportJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report-jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of a job that writes a report
         * @description Needs an API key with the role `operate`. To wait for the end, poll every second until `state` is one of `done`, `failed`.
         */
        get: operations["getReportJob"];
        put?: never;
        post?: never;
        /**
         * Delete a job and its file before they expire
         * @description A job that is being written ends within half a minute. Repeats have no further effect. Needs an API key with the role `operate`.
         */
        delete: operations["deleteReportJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/report-jobs/{jobId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the report that a job has written
         * @description Needs an API key with the role `operate`.
         */
        get: operations["getReportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An event, as it is sent to a webhook endpoint
         * @description Signed by Standard Webhooks 1.0: verify the body with the headers and the secret of the endpoint before you use it. An event may come twice, with the same `webhook-id`.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CampaignInput: {
            name: string;
            /** @description Left out: false. */
            keep_open?: boolean;
            /** @description From this instant on nobody is dialled; due contacts become final, and the campaign ends. */
            deadline_at?: string | null;
            /** @description When a contact is called again; a disposition without a rule is final. */
            redial?: {
                max_attempts?: number;
                max_calls?: number;
                /**
                 * @description When another number of the person is called. `after-last-try`: when this one is not called any more and nobody was reached; `after-each-try`: for the next call, in turn.
                 * @enum {string}
                 */
                next_number?: "after-last-try" | "after-each-try" | "never";
                /** @description Also applies to `leg-unknown`: the customer’s phone may have rung. */
                customer_unreached?: components["schemas"]["RedialRule"] | null;
                agent_unreached?: components["schemas"]["RedialRule"] | null;
                dropped?: components["schemas"]["RedialRule"] | null;
                carrier_lost?: components["schemas"]["RedialRule"] | null;
            };
            calling_window?: components["schemas"]["CallingWindow"] | null;
            /**
             * @description The zone of contacts without one of their own, and of the campaign’s days.
             * @example Europe/Paris
             */
            zone?: string;
            caps?: components["schemas"]["NumberCaps"];
            /** @description Countries whose numbers may be added; null: every country. Premium-rate, shared-cost, satellite and short numbers are never added. */
            countries?: string[] | null;
            /** @description Ids of the lists that apply; null: every list. */
            suppression_lists?: string[] | null;
            /** @description Whom may be called, by what is recorded of the number; null: consent is not asked. */
            consent?: components["schemas"]["ConsentRule"] | null;
            max_live_calls?: number | null;
            calls_per_second?: number | null;
            /**
             * @description Who is dialled first of those that are due. `list`: in the order of the list. `best-hours`: those whose area is at one of its best hours now, by the answers to your own calls, then the others in the order of the list. It is an order and no rule: nobody waits for it.
             * @enum {string}
             */
            dial_order?: "list" | "best-hours";
            budget?: components["schemas"]["Budget"] | null;
            agents?: components["schemas"]["AgentRules"];
            /** @description Shown on the agent's phone; by default the destination number. */
            agent_caller_id?: string | null;
            /** @description Set false if the carrier makes no recordings: none is expected, and none is looked up unless requested. */
            collect_recordings?: boolean;
            /** @description What a refusal does, by code or status; the code takes precedence. Left out: 422 fails the contact, or pauses the campaign if it names one of our settings or comes ten times in a row; others are retried. 402, 403, 409 always put the account on hold. A rule for a status that is never a refusal is not accepted. Without additions of the carrier profile, refusals are: 400, 401, 404, 405, 406, 411, 413, 415, 422, 429. */
            refusals?: {
                [key: string]: components["schemas"]["RefusalRule"];
            };
            /** @description What the campaign does after the hold of the account has prevented dialling for this time; null: it goes on waiting. */
            hold_timeout?: components["schemas"]["HoldTimeout"] | null;
            /** @description If campaigns compete for the same agents, the higher priority comes first, whatever the weights. */
            priority?: number;
            /** @description Campaigns of the same priority that compete for the same agents get calls in proportion to it. */
            weight?: number;
        };
        RedialRule: {
            /**
             * @description From the end of the call to the next.
             * @example 30m
             */
            after: string;
            /** @description Up to this share of the delay is added at random, so that a burst of calls is spread out. Left out: 0. */
            jitter?: number;
            /** @description No more calls after this number of the contact’s calls ended in this way. Left out: 100. */
            most?: number;
        };
        /** @description In local time of the contact. */
        CallingWindow: {
            hours: {
                weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @example 09:30 */
                from: string;
                /** @example 09:30 */
                to: string;
            }[];
            /** @description A date, or a date and the country or state where it counts: `2026-01-06 DE-BY`. Left out: []. */
            closed_dates?: string[];
            /**
             * @description No POST within this time before closing: the agent’s phone rings first. Left out: "2m".
             * @example 30m
             */
            ring_margin?: string;
        };
        /** @description How often one number or person may be dialled, over all campaigns; calls that reached the agent only do not count. */
        NumberCaps: {
            /**
             * @description Whose dials count. `person`: those of all numbers of the person, in any campaign. Contacts with the same `person_key` are one person. A contact without one counts by its number. Left out: "number".
             * @enum {string}
             */
            count_by?: "number" | "person";
            /** @description Left out: null. */
            per_day?: number | null;
            /** @description Left out: []. */
            rolling?: {
                days: number;
                most: number;
            }[];
            /**
             * @description Left out: "0s".
             * @example 30m
             */
            least_gap?: string;
            /** @description Since the end of the last call of the number whose outcome is of the groups `sale` or `talked`, in any campaign; null: no such rule. Left out: null. */
            after_talk?: string | null;
            /** @description Since the end of the last call of the number whose outcome is of the groups `refused` or `wrong-number`; null: no such rule. Left out: null. */
            after_refusal?: string | null;
            /** @description Since the end of the last call of the number whose outcome is of the groups `machine` or `silent`; null: no such rule. Left out of `caps`: 3d (72 hours), as Ofcom wants after silent calls. Left out: "3d". */
            after_silence?: string | null;
        };
        ConsentRule: {
            /**
             * @description `no-objection`: who has objected, or taken a consent back, is not called. `relation`: only who has consented, made an inquiry or has a contract. `prior-consent`: only who has consented. An objection always counts, until a later consent.
             * @enum {string}
             */
            needed: "no-objection" | "relation" | "prior-consent";
            /** @description What the campaign calls for. Consents and objections for another purpose do not count for it. Null: all objections count, and consents for all calls only. Left out: null. */
            purpose?: string | null;
        };
        Budget: {
            /** @description Left out: null. */
            total?: string | null;
            /** @description Days are those of the campaign’s zone. Left out: null. */
            per_day?: string | null;
            /**
             * @description Reserved from the POST until the cost is known: the most that a call can cost.
             * @example 0.0125
             */
            reserve_per_call: string;
            /** @description Left out: 0.8. */
            alert_at?: number;
        };
        AgentRules: {
            /** @description The pool whose agents take the calls; null: any pool. Left out: null. */
            pool?: string | null;
            /**
             * @description After a call that the agent answered. Left out: "0s".
             * @example 30m
             */
            wrap_up?: string;
            /** @description After a call in which people talked, wrap-up lasts until its outcome is set, and at most so long; null: no outcome is required. Left out: null. */
            outcome_within?: string | null;
            /** @description Left out: null. */
            pause_after_misses?: number | null;
        };
        RefusalRule: {
            /** @enum {string} */
            action: "retry" | "fail-contact" | "pause-campaign";
            /** @description For `retry`: from the refusal to the next POST; null: growing pauses. Left out: null. */
            after?: string | null;
            /** @description For `retry`: the number for one call. For `fail-contact`: the number of contacts in a row. One more pauses the campaign. Left out: 5. */
            most?: number;
        };
        HoldTimeout: {
            /**
             * @description Since the hold was opened, or since the start of the campaign if that is later.
             * @example 30m
             */
            after: string;
            /** @enum {string} */
            action: "pause" | "cancel";
        };
        CampaignEdit: {
            name?: string | null;
            keep_open?: boolean | null;
            /** @description From this instant on nobody is dialled; due contacts become final, and the campaign ends. */
            deadline_at?: string | null;
            redial?: {
                max_attempts?: number | null;
                max_calls?: number | null;
                /** @description When another number of the person is called. `after-last-try`: when this one is not called any more and nobody was reached; `after-each-try`: for the next call, in turn. */
                next_number?: ("after-last-try" | "after-each-try" | "never") | null;
                /** @description Also applies to `leg-unknown`: the customer’s phone may have rung. */
                customer_unreached?: {
                    /**
                     * @description From the end of the call to the next.
                     * @example 30m
                     */
                    after?: string | null;
                    /** @description Up to this share of the delay is added at random, so that a burst of calls is spread out. */
                    jitter?: number | null;
                    /** @description No more calls after this number of the contact’s calls ended in this way. */
                    most?: number | null;
                } | null;
                agent_unreached?: {
                    /**
                     * @description From the end of the call to the next.
                     * @example 30m
                     */
                    after?: string | null;
                    /** @description Up to this share of the delay is added at random, so that a burst of calls is spread out. */
                    jitter?: number | null;
                    /** @description No more calls after this number of the contact’s calls ended in this way. */
                    most?: number | null;
                } | null;
                dropped?: {
                    /**
                     * @description From the end of the call to the next.
                     * @example 30m
                     */
                    after?: string | null;
                    /** @description Up to this share of the delay is added at random, so that a burst of calls is spread out. */
                    jitter?: number | null;
                    /** @description No more calls after this number of the contact’s calls ended in this way. */
                    most?: number | null;
                } | null;
                carrier_lost?: {
                    /**
                     * @description From the end of the call to the next.
                     * @example 30m
                     */
                    after?: string | null;
                    /** @description Up to this share of the delay is added at random, so that a burst of calls is spread out. */
                    jitter?: number | null;
                    /** @description No more calls after this number of the contact’s calls ended in this way. */
                    most?: number | null;
                } | null;
            } | null;
            calling_window?: {
                hours?: {
                    weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    /** @example 09:30 */
                    from: string;
                    /** @example 09:30 */
                    to: string;
                }[] | null;
                /** @description A date, or a date and the country or state where it counts: `2026-01-06 DE-BY`. */
                closed_dates?: string[] | null;
                /** @description No POST within this time before closing: the agent’s phone rings first. */
                ring_margin?: string | null;
            } | null;
            /** @description The zone of contacts without one of their own, and of the campaign’s days. */
            zone?: string | null;
            caps?: {
                /** @description Whose dials count. `person`: those of all numbers of the person, in any campaign. Contacts with the same `person_key` are one person. A contact without one counts by its number. */
                count_by?: ("number" | "person") | null;
                per_day?: number | null;
                rolling?: {
                    days: number;
                    most: number;
                }[] | null;
                least_gap?: string | null;
                /** @description Since the end of the last call of the number whose outcome is of the groups `sale` or `talked`, in any campaign; null: no such rule. */
                after_talk?: string | null;
                /** @description Since the end of the last call of the number whose outcome is of the groups `refused` or `wrong-number`; null: no such rule. */
                after_refusal?: string | null;
                /** @description Since the end of the last call of the number whose outcome is of the groups `machine` or `silent`; null: no such rule. Left out of `caps`: 3d (72 hours), as Ofcom wants after silent calls. */
                after_silence?: string | null;
            } | null;
            /** @description Countries whose numbers may be added; null: every country. Premium-rate, shared-cost, satellite and short numbers are never added. */
            countries?: string[] | null;
            /** @description Ids of the lists that apply; null: every list. */
            suppression_lists?: string[] | null;
            /** @description Whom may be called, by what is recorded of the number; null: consent is not asked. */
            consent?: {
                /** @description `no-objection`: who has objected, or taken a consent back, is not called. `relation`: only who has consented, made an inquiry or has a contract. `prior-consent`: only who has consented. An objection always counts, until a later consent. */
                needed?: ("no-objection" | "relation" | "prior-consent") | null;
                /** @description What the campaign calls for. Consents and objections for another purpose do not count for it. Null: all objections count, and consents for all calls only. */
                purpose?: string | null;
            } | null;
            max_live_calls?: number | null;
            calls_per_second?: number | null;
            /** @description Who is dialled first of those that are due. `list`: in the order of the list. `best-hours`: those whose area is at one of its best hours now, by the answers to your own calls, then the others in the order of the list. It is an order and no rule: nobody waits for it. */
            dial_order?: ("list" | "best-hours") | null;
            budget?: {
                total?: string | null;
                /** @description Days are those of the campaign’s zone. */
                per_day?: string | null;
                /**
                 * @description Reserved from the POST until the cost is known: the most that a call can cost.
                 * @example 0.0125
                 */
                reserve_per_call?: string | null;
                alert_at?: number | null;
            } | null;
            agents?: {
                /** @description The pool whose agents take the calls; null: any pool. */
                pool?: string | null;
                /** @description After a call that the agent answered. */
                wrap_up?: string | null;
                /** @description After a call in which people talked, wrap-up lasts until its outcome is set, and at most so long; null: no outcome is required. */
                outcome_within?: string | null;
                pause_after_misses?: number | null;
            } | null;
            /** @description Shown on the agent's phone; by default the destination number. */
            agent_caller_id?: string | null;
            /** @description Set false if the carrier makes no recordings: none is expected, and none is looked up unless requested. */
            collect_recordings?: boolean | null;
            refusals?: {
                [key: string]: {
                    action?: ("retry" | "fail-contact" | "pause-campaign") | null;
                    /** @description For `retry`: from the refusal to the next POST; null: growing pauses. */
                    after?: string | null;
                    /** @description For `retry`: the number for one call. For `fail-contact`: the number of contacts in a row. One more pauses the campaign. */
                    most?: number | null;
                } | null;
            } | null;
            /** @description What the campaign does after the hold of the account has prevented dialling for this time; null: it goes on waiting. */
            hold_timeout?: {
                /**
                 * @description Since the hold was opened, or since the start of the campaign if that is later.
                 * @example 30m
                 */
                after?: string | null;
                action?: ("pause" | "cancel") | null;
            } | null;
            /** @description If campaigns compete for the same agents, the higher priority comes first, whatever the weights. */
            priority?: number | null;
            /** @description Campaigns of the same priority that compete for the same agents get calls in proportion to it. */
            weight?: number | null;
        };
        ContactSelection: {
            /** @description Codes: the outcome of the contact’s last call that has one. */
            outcomes?: string[];
            /** @description ISO 3166 codes: contacts that may be there by their address or number. Contacts whose zones were named have no area. */
            areas?: string[];
            /** @description Fields of the list’s own, with exactly these values. */
            data?: {
                [key: string]: string | number | boolean | null;
            };
            /**
             * Format: date-time
             * @description Contacts whose last placement was before; who was never called is left out.
             * @example 2026-11-21T09:30:00Z
             */
            called_before?: string;
            /**
             * Format: date-time
             * @description Contacts whose last placement was then or later.
             * @example 2026-11-21T09:30:00Z
             */
            called_from?: string;
        };
        ContactList: {
            contacts: {
                /** @example +12025550101 */
                number: string;
                name?: string | null;
                /** @description Your own key for the row; unique in the campaign. */
                row_key?: string | null;
                /** @description IANA time zone, or several separated by `|`: all of them must be open. */
                zone?: string | null;
                /** @description The only agent who may take calls with this contact. */
                agent_id?: string | null;
                /** Format: date-time */
                not_before?: string | null;
                /** Format: date-time */
                not_after?: string | null;
                /** @description Of a number that is written without it: `44`, `+44` or `01144`. */
                calling_code?: string | null;
                /** @description Whether the person must not be called: true, yes, 1 or x leaves the row out; false, no, 0 or nothing does not. A row with anything else is rejected. */
                do_not_call?: boolean | string | null;
                /** @description The same, and the number is put on the suppression list that `suppress_list` names. */
                suppress?: boolean | string | null;
                /** @description Of a number that is written without its country code: `GB`, `GBR` or a name in a common language. It counts for the time zones too. */
                country?: string | null;
                /** @description State or province of the United States, Canada or Australia: `FL`, `US-FL` or `Florida`. Time zones follow from it. */
                region?: string | null;
                /** @description Of the same countries. Time zones follow from it. */
                postal_code?: string | null;
                company?: string | null;
                /** @example de */
                language?: string | null;
                /**
                 * @description Fields of your own, up to 4,000 characters of JSON. Agents see them; no rule reads them. In a table each has a column: `data.plan`.
                 * @example {
                 *       "plan": "gold"
                 *     }
                 */
                data?: {
                    [key: string]: string | number | boolean | null;
                } | null;
                /** @description Your own key for the person, in lists with a row for each number: rows with the same key are numbers of one person in the campaign. */
                person_key?: string | null;
                /** @description What the number is, such as `mobile`. */
                number_label?: string | null;
                /** @description Other numbers of the person, in order. Each is a contact of its own, and one of them at a time is called: the redial rules say when another one is. */
                further_numbers?: {
                    /** @example +12025550102 */
                    number: string;
                    number_label?: string | null;
                }[] | null;
            }[];
        };
        ApplyRulePreset: {
            /**
             * @description `stricter`: of each rule what forbids more is kept. `replace`: the preset’s own, also where the campaign forbade more. Left out: "stricter".
             * @enum {string}
             */
            mode?: "stricter" | "replace";
        };
        DirectCallInput: {
            /** @example +12025550101 */
            number: string;
            name?: string | null;
            agent_id?: string | null;
        };
        CallbackInput: {
            /** @example +442079460101 */
            number?: string;
            /** @description The call in which the callback was requested; its number is used if none is given. */
            call_ref?: string | null;
            name?: string | null;
            /**
             * @description IANA time zone; left out: the zone of the number’s country, if it has only one.
             * @example Europe/London
             */
            zone?: string;
            /**
             * @description For a one-off callback: an instant, or local time in `zone`, which stays the same clock time when `zone` is changed.
             * @example 2026-11-24T10:00
             */
            at?: string;
            /**
             * @description Latest time of a one-off callback; left out: the end of the day.
             * @example 2026-11-24T10:00
             */
            not_after?: string;
            /** @description The agent who is asked first. */
            agent_id?: string | null;
            /** @description How long only `agent_id` may take it, by default 15m; null: no other agent may ever take it. */
            prefer_agent_for?: string | null;
            /** @description The pool whose agents take it; left out: the first pool of `agent_id`; null: any pool. */
            pool?: string | null;
            every?: components["schemas"]["Recurrence"];
        };
        /** @description In local time of the contact; without weekdays and days: every day. */
        Recurrence: {
            /** @example 09:30 */
            at: string;
            weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            /** @description A month without such a day is skipped. */
            days_of_month?: number[] | null;
            /** @description Latest time on the same day; left out: the end of the day. */
            not_after?: string | null;
            from?: string | null;
            /** @description The last date. */
            until?: string | null;
            /** @description Number of turns, including missed ones. */
            count?: number | null;
            /**
             * @description Each turn comes later by a random time of at most this. Left out: "0s".
             * @example 30m
             */
            jitter?: string;
        };
        CallbackEdit: {
            name?: string | null;
            /**
             * @description IANA time zone; left out: the zone of the number’s country, if it has only one.
             * @example Europe/London
             */
            zone?: string | null;
            /**
             * @description For a one-off callback: an instant, or local time in `zone`, which stays the same clock time when `zone` is changed.
             * @example 2026-11-24T10:00
             */
            at?: string | null;
            /** @description Latest time of a one-off callback; left out: the end of the day. */
            not_after?: string | null;
            /** @description The agent who is asked first. */
            agent_id?: string | null;
            /** @description How long only `agent_id` may take it, by default 15m; null: no other agent may ever take it. */
            prefer_agent_for?: string | null;
            /** @description The pool whose agents take it; left out: the first pool of `agent_id`; null: any pool. */
            pool?: string | null;
            every?: {
                /** @example 09:30 */
                at?: string | null;
                weekdays?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
                /** @description A month without such a day is skipped. */
                days_of_month?: number[] | null;
                /** @description Latest time on the same day; left out: the end of the day. */
                not_after?: string | null;
                from?: string | null;
                /** @description The last date. */
                until?: string | null;
                /** @description Number of turns, including missed ones. */
                count?: number | null;
                /** @description Each turn comes later by a random time of at most this. */
                jitter?: string | null;
            } | null;
        };
        ResolutionInput: {
            /**
             * @description What became of the call; `not-dialled` when the carrier never placed it.
             * @enum {string}
             */
            disposition: "not-dialled" | "leg-unknown" | "agent-unreached" | "customer-unreached" | "dropped" | "completed";
            /**
             * @description How you know, for the timeline of the call.
             * @example not in the carrier’s call records of that hour
             */
            reason: string;
            /** @description From the carrier’s bill. */
            cost?: string | null;
            /** @description False: the contact is not dialled again, whatever the redial policy is. Left out: true. */
            redial?: boolean;
        };
        OutcomeCodeInput: {
            /** @description What agents read. */
            label: string;
            /**
             * @description What it is about. `sale` and `talked`, `refused` and `wrong-number`, and `machine` and `silent` each have a cap of the campaign, which says how long the number rests.
             * @enum {string}
             */
            group: "sale" | "talked" | "callback" | "refused" | "wrong-number" | "machine" | "silent" | "other";
            /**
             * @description What comes next for the contact. `policy`: the redial policy decides by the disposition. `final`: no further call. `redial`: called again by `redial_after`. `callback`: a callback at the time that is given with the outcome. `next_number`: no further call of this number, and another one of the person is called. Left out: "policy".
             * @enum {string}
             */
            next?: "policy" | "final" | "redial" | "callback" | "next_number";
            /** @description For `redial`: from the end of the call to the next one. */
            redial_after?: string | null;
            /** @description For `redial`: at most this share of the delay is added. */
            redial_jitter?: number | null;
            /** @description For `redial`: the contact is final after so many of its calls with this code. The most attempts of its campaign hold too. */
            redial_most?: number | null;
            /** @description For `callback`: the agent of the call is asked first (`own`, default), or any. */
            callback_agent?: ("own" | "any") | null;
            /** @description Suppression list that gets the number; only with `final` and `next_number`. */
            suppress?: string | null;
            /** @description What goes on the list: the `number` that was called (default), or all numbers of the `person`; `person` needs `suppress` and `final`. */
            suppress_whom?: ("number" | "person") | null;
        };
        OutcomeInput: {
            code: string;
            /** @description For people. */
            note?: string | null;
            /** @description A JSON object of your own, such as the number of an order. */
            data?: {
                [key: string]: unknown;
            } | null;
            /** @description When to call back; for codes that make a callback, which need it. */
            callback?: {
                /**
                 * @description An instant, or local time in `zone`.
                 * @example 2026-11-24T10:00
                 */
                at: string;
                /** @description Latest time; left out: the end of the day in `zone`. */
                not_after?: string | null;
                /** @description Left out: the zone of the number’s country if it has only one, else that of the campaign. */
                zone?: string | null;
                /** @description For a code whose callback is for the agent of the call: how long only this agent may take it; by default 15m. */
                prefer_agent_for?: string | null;
            } | null;
        };
        AgentPauseInput: {
            /**
             * @description Shown with the agent and in its history.
             * @example lunch
             */
            reason?: string;
            /** @description When the agent becomes ready by itself; left out or null: when somebody sets it ready. */
            until?: string | null;
        } | null;
        OwnCallInput: {
            /** @example +12025550101 */
            number: string;
            name?: string | null;
        };
        CampaignPageInput: {
            /** @description What agents say, as Markdown: headings, paragraphs, lists, bold, italics, https links. Left out: "". */
            script?: string;
            /**
             * @description An https URL that the agent’s page opens on a click, with the places {row_key}, {call}, {campaign} and {agent}; null: none. Left out: null.
             * @example https://crm.example/contacts/{row_key}
             */
            screen_pop?: string | null;
        };
        AgentInput: {
            id?: string;
            name: string;
            /** @enum {string} */
            kind: "sip" | "stream";
            /** @description SIP account name or id; for `stream` a wss URL. */
            address: string;
            /** @description Campaigns may use the agents of one pool only. The first one is the default for callbacks of the agent. Left out: ["default"]. */
            pools?: string[];
            /** @description Most calls at once; a SIP account takes only one. Left out: 1. */
            capacity?: number;
        };
        AgentEdit: {
            name?: string | null;
            address?: string | null;
            pools?: string[] | null;
            capacity?: number | null;
        };
        PoolPauseInput: {
            pool: string;
            /**
             * @description Shown with the agent and in its history.
             * @example lunch
             */
            reason?: string;
            /** @description When the agent becomes ready by itself; left out or null: when somebody sets it ready. */
            until?: string | null;
        };
        PoolReadyInput: {
            pool: string;
        };
        AgentListInput: {
            agents: components["schemas"]["AgentRow"][];
        };
        AgentRow: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "sip" | "stream";
            /** @description SIP account name or id; for `stream` a wss URL. */
            address: string;
            /** @description Campaigns may use the agents of one pool only. The first one is the default for callbacks of the agent. Left out: ["default"]. */
            pools?: string[];
            /** @description Most calls at once; a SIP account takes only one. Left out: 1. */
            capacity?: number;
        };
        AccountEdit: {
            /** @description At this many placements in a row whose outcome is unknown (no answer, 5xx, an answer without a usable id), the campaign of the last one is paused. They count for each campaign and for the whole account, until a call is accepted. Null: never. A new account has 5. */
            pause_after_unknown?: number | null;
            /** @description Most POSTs, over all campaigns. */
            calls_per_second?: number | null;
            /** @description Over all campaigns. */
            max_live_calls?: number | null;
            hold_rules?: components["schemas"]["HoldRuleInput"][] | null;
        };
        HoldRuleInput: {
            /** @example 402 */
            status: number;
            /** @description Null: every code of the status that has no rule of its own. Left out: null. */
            code?: string | null;
            /**
             * @description Whether one call at a time may try again, or a person lifts the hold.
             * @enum {string}
             */
            action: "probe" | "by-person";
            /**
             * @description Of `probe`: from the refusal to the first probe; left out: 30s.
             * @example 30m
             */
            first_wait?: string;
            /** @description Of `probe`: each wait is so many times the one before; left out: 2. */
            growth?: number;
            /**
             * @description Of `probe`: no wait is longer; left out: 15m, or `first_wait` where that is more.
             * @example 30m
             */
            longest_wait?: string;
            /** @description Of `probe`: refused probes until the end; null: no limit. */
            most_probes?: number | null;
            /** @description From the opening of the hold to the end; null: no limit. */
            longest_time?: string | null;
            /**
             * @description After `most_probes` or `longest_time`. In each case the hold stays open, there are no more probes, and a person lifts it. `pause-every-campaign` also pauses every campaign that dials; `alert` also raises an alert of the account. Left out: "stay-on-hold".
             * @enum {string}
             */
            at_end?: "stay-on-hold" | "pause-every-campaign" | "alert";
        };
        SuppressionListInput: {
            name: string;
            /** @description Of a list that is a copy of a registry: once it is too old, the campaigns that it counts for pause. Null: it is none; left out: as it was. */
            registry_copy?: {
                /**
                 * Format: date-time
                 * @description When the copy was made.
                 */
                as_of: string;
                /** @description How old it may be when people are called. */
                max_age_days: number;
            } | null;
        };
        ConsentInput: {
            /**
             * @description `granted`: the person consented. `inquiry`: asked something. `contract`: is a customer. `revoked`: took a consent back. `objected`: wants no calls.
             * @enum {string}
             */
            kind: "granted" | "inquiry" | "contract" | "revoked" | "objected";
            /** @description What it is about, as campaigns name it in `consent`; left out: all calls. */
            purpose?: string | null;
            /** @description When the person said or did it; left out: now. */
            at?: string | null;
            /** @description From this instant on it allows nothing; left out: it does not expire. */
            expires_at?: string | null;
            /** @description Where, such as a form or a call. */
            source?: string | null;
            /** @description Of the text that the person agreed to. */
            text_version?: string | null;
            /** @description An address, or a hash of a document. */
            proof?: string | null;
        };
        PreflightInput: {
            /** @description When it would begin; left out: at the planned start, or now if there is none. */
            start_at?: string | null;
            /** @description Left out: what settled calls have cost, or else what the budget reserves. */
            cost_per_call?: {
                /** @example 0.0125 */
                low: string;
                /** @example 0.0125 */
                high: string;
                /**
                 * @description Fee for each call that the carrier accepts, in addition to `low` and `high`. Left out: "0".
                 * @example 0.0125
                 */
                fee?: string;
            };
        };
        RehearsalInput: {
            /** @description When it would begin; left out: at the planned start, or now if there is none. */
            start_at?: string | null;
            /** @description Left out: 1. */
            seed?: number;
            /** @description Number of runs, each with its own seed. Left out: 20, or 5 for more than 10000 contacts. */
            runs?: number;
            answers?: components["schemas"]["RehearsalAnswers"];
            /** @description When an agent paused for missed calls is ready again; null: never. Left out: "15m". */
            agent_back_after?: string | null;
            /**
             * @description From the end of a call until its cost is known. Left out: 10s by the carrier’s clock.
             * @example 30m
             */
            bill_after?: string;
        };
        /** @description Fields that are left out are as measured: from the account’s calls of the last 7 days, if at least 50 have ended. */
        RehearsalAnswers: {
            /** @description How calls end: weights, relative to their sum. `busy`: the line of the customer is, so the call ends at once as `customer_unreached`. */
            outcomes?: {
                completed?: number;
                dropped?: number;
                customer_unreached?: number;
                agent_unreached?: number;
                refused?: number;
                unknown?: number;
                carrier_lost?: number;
                busy?: number;
            };
            /** @description Time until the agent answers. */
            agent_ring?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            };
            /** @description How long it rings if the agent does not answer. */
            agent_ring_out?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            };
            customer_ring?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            };
            customer_ring_out?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            };
            talk?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            };
            /** @description Work after a call that the agent answered; null: as set in the campaign. */
            wrap_up?: {
                /** @example 30m */
                from: string;
                /** @example 30m */
                to: string;
            } | null;
            /**
             * @description How long a call keeps its agent besides ringing and talking: to place it, to dial, to confirm its end.
             * @example 30m
             */
            handling?: string;
            /**
             * @description From the agent’s answer to the end.
             * @example 0.0125
             */
            cost_per_minute?: string;
            /**
             * @description For each call that the carrier accepts, however it ends; by default none.
             * @example 0.0125
             */
            fee_per_call?: string;
        };
        KeyInput: {
            /** @description Unique among keys that are not revoked. The audit shows it as `who`. */
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description For the role `agent`, which needs it: whose calls the key may see. */
            agent_id?: string | null;
            /** @description From this instant on the key is refused; left out: never. */
            expires_at?: string | null;
        };
        SessionInput: {
            /** @description An API key, of any role. */
            key?: string;
            /** @description The code of a sign-in link. It works once, within ten minutes. `npm start` prints such a link; no other server makes one. */
            code?: string;
            /** @description Of a user. */
            name?: string;
            /** @description The token of the link that a user was invited by. */
            link?: string;
            /** @description Of the user; with `link`: the one to be set, of 12 characters or more. */
            password?: string;
            /** @description The code of the authenticator app, for a user who has one. */
            second_factor?: string;
        };
        UserInput: {
            /**
             * @description What the person signs in with, and `who` of the audit. With an identity provider: the e-mail address that it vouches for.
             * @example ada@example.com
             */
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description For the role `agent`, which needs it: whose calls the user may see. */
            agent_id?: string | null;
        };
        UserRights: {
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description For the role `agent`, which needs it: whose calls the user may see. */
            agent_id?: string | null;
        };
        OwnPassword: {
            /** @description Left out: there is none yet. */
            current_password?: string;
            password: string;
        };
        SecondFactorInput: {
            /** @description Null: take the second factor away; `code` is then one of it. */
            secret: string | null;
            code: string;
            current_password: string;
        };
        ErasureInput: {
            number?: string;
            /** @description Every number of the contacts with this key is erased, wherever it is. Without `campaign_id` in all campaigns. */
            row_key?: string;
            campaign_id?: string;
        };
        ErasedNumberInput: {
            number: string;
        };
        WebhookEndpointInput: {
            /**
             * @description https on a public host and the default port, unless its origin stands in DIALWRIGHT_WEBHOOK_ORIGINS.
             * @example https://crm.example.com/hooks/dialwright
             */
            url: string;
            /** @description Left out: "". */
            description?: string;
            /**
             * @description Types and groups of events; null: all. Left out: null.
             * @example [
             *       "call.ended",
             *       "call.settled",
             *       "alert.*"
             *     ]
             */
            types?: string[] | null;
        };
        WebhookEndpointEdit: {
            url?: string | null;
            description?: string | null;
            types?: string[] | null;
        };
        RotateSecretInput: {
            /**
             * @description For so long requests are signed with both secrets; at most 30d. Left out: "24h".
             * @example 30m
             */
            overlap?: string;
        };
        ReplayInput: {
            /**
             * @description The first event.
             * @example evt_1000
             */
            from: string;
            /**
             * @description The last event. Left out: the last one that was sent.
             * @example evt_1042
             */
            to?: string;
        };
        CarrierFieldsInput: {
            /** @description The body to send, in the carrier’s own format, which its document does not show. */
            fields: {
                [key: string]: unknown;
            };
        };
        CarrierAllowedIpInput: {
            address: string;
            /** @description Further fields of the body, besides the address. Left out: {}. */
            fields?: {
                [key: string]: unknown;
            };
        };
        CarrierOperationInput: {
            /** @description Values for the placeholders in braces of its declaration. Left out: {}. */
            values?: {
                [key: string]: string;
            };
            /** @description Merged over the declared body. */
            body?: {
                [key: string]: unknown;
            };
        };
        ReconciliationInput: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00Z
             */
            to: string;
        };
        /** @description RFC 9457 problem details. */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            /** @description Stable, for programs. */
            code: string;
            /** @description What to do about it, for people. Each code has its own. */
            remedy: string;
            errors?: {
                pointer?: string;
                parameter?: string;
                /** @description Of CSV, from 1. */
                line?: number;
                detail: string;
            }[];
        } & {
            [key: string]: unknown;
        };
        Campaign: {
            id: string;
            /**
             * @description `list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.
             * @enum {string}
             */
            kind: "list" | "standing";
            name: string;
            /**
             * @description Final: `completed`, `cancelled`. Costs and recordings may come after it.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            keep_open: boolean;
            /** @description When a scheduled campaign starts. */
            starts_at: string | null;
            deadline_at: string | null;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            /** @description Presets that the rules were made with, by the edition. The rules may have been edited since. */
            presets: {
                id: string;
                edition: number;
            }[];
            /** @description Number of the version of the rules, from 1. */
            policy_version: number;
            allowed_moves: ("start" | "unschedule" | "pause" | "resume" | "drain" | "cancel")[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            state_changed_at: string;
            /** @description Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed. */
            state_reason: string | null;
        };
        ListedCampaign: {
            id: string;
            /**
             * @description `list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.
             * @enum {string}
             */
            kind: "list" | "standing";
            name: string;
            /** @enum {string} */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            keep_open: boolean;
            /** @description When a scheduled campaign starts. */
            starts_at: string | null;
            deadline_at: string | null;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            /** @description Presets that the rules were made with, by the edition. The rules may have been edited since. */
            presets: {
                id: string;
                edition: number;
            }[];
            /** @description Number of the version of the rules, from 1. */
            policy_version: number;
            allowed_moves: ("start" | "unschedule" | "pause" | "resume" | "drain" | "cancel")[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            state_changed_at: string;
            /** @description Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed. */
            state_reason: string | null;
            contacts: {
                total: number;
                by_state: {
                    [key: string]: number;
                };
            };
            calls: {
                total: number;
                /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
                placed: number;
            };
            /** @example 0.0125 */
            total_cost: string;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
        };
        CampaignProgress: {
            id: string;
            /**
             * @description `list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.
             * @enum {string}
             */
            kind: "list" | "standing";
            name: string;
            /**
             * @description Final: `completed`, `cancelled`. Costs and recordings may come after it.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            keep_open: boolean;
            /** @description When a scheduled campaign starts. */
            starts_at: string | null;
            deadline_at: string | null;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            /** @description Presets that the rules were made with, by the edition. The rules may have been edited since. */
            presets: {
                id: string;
                edition: number;
            }[];
            /** @description Number of the version of the rules, from 1. */
            policy_version: number;
            allowed_moves: ("start" | "unschedule" | "pause" | "resume" | "drain" | "cancel")[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            state_changed_at: string;
            /** @description Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed. */
            state_reason: string | null;
            contacts: {
                total: number;
                by_state: {
                    [key: string]: number;
                };
                /** @description Contacts that are `final` or `locked`. */
                by_disposition: {
                    [key: string]: number;
                };
                /** @description Contacts of every state, by the disposition of their last call that has ended. Contacts without such a call are left out. */
                by_last_disposition: {
                    [key: string]: number;
                };
            };
            calls: {
                total: number;
                /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
                placed: number;
                by_state: {
                    [key: string]: number;
                };
                by_disposition: {
                    [key: string]: number;
                };
                by_settlement: {
                    [key: string]: number;
                };
                by_recording: {
                    [key: string]: number;
                };
            };
            /** @example 0.0125 */
            total_cost: string;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Calls that the carrier shows with a cost below 0. The total includes them; a budget counts them as 0. */
            negative_costs: number;
            /** @description Each call that was placed and not refused is in one of the three groups. */
            money: {
                settled: {
                    calls: number;
                    /** @example 0.0125 */
                    amount: string;
                };
                /** @description Live calls, and ended calls that wait for their bill. */
                pending: {
                    calls: number;
                    /** @example 0.0125 */
                    set_aside: string;
                };
                /** @description No bill came in time, or the call is unknown: only a late event or a person settles it. */
                never_settled: {
                    calls: number;
                    /** @example 0.0125 */
                    set_aside: string;
                };
                /** @description Raised once for each setting of the budget, when `alert_at` of a cap is reached. */
                budget_alert: {
                    /** @enum {string} */
                    cap: "total" | "per-day";
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    since: string;
                } | null;
            };
            /** @description How long agents stood idle although work was waiting: from the moment that a SIP agent was free (its work after the last call done), the contact due and the campaign running, to the POST. Of the last 1,000 calls; null before the first. */
            agent_idle: {
                calls: number;
                mean_ms: number;
                p50_ms: number;
                p95_ms: number;
            } | null;
            contact_job: components["schemas"]["ContactJob"] | null;
            /** @description Why new calls are polled by GET from their start although there is a public URL, such as lost webhooks; null: they wait for webhooks, or there is no public URL. */
            polled_reason: string | null;
            /** @description Why the campaign is not dialling, by the table of docs/waits.md; null while it is. */
            waiting_for: {
                /** @enum {string} */
                reason: "store" | "workflow" | "temporal" | "worker" | "start" | "resume" | "account-stop" | "hold" | "retry-after" | "budget" | "time" | "agents-busy" | "agents" | "numbers" | "calls" | "redial" | "contacts";
                text: string;
                /** @description Null: unknown. */
                until: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
            } | null;
        };
        /** @description A change of many contacts that is running, with the number of contacts done; null: none. `close`: the campaign is over, and contacts that are due become final; nobody is dialled meanwhile. `copy`: contacts are copied from the campaign that was cloned. `recheck`: after an edit of the rules, contacts that were postponed are due again. */
        ContactJob: {
            /** @enum {string} */
            kind: "close" | "copy" | "recheck";
            done: number;
            total: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            begun_at: string;
        };
        EditedCampaign: {
            id: string;
            /**
             * @description `list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.
             * @enum {string}
             */
            kind: "list" | "standing";
            name: string;
            /**
             * @description Final: `completed`, `cancelled`. Costs and recordings may come after it.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            keep_open: boolean;
            /** @description When a scheduled campaign starts. */
            starts_at: string | null;
            deadline_at: string | null;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            /** @description Presets that the rules were made with, by the edition. The rules may have been edited since. */
            presets: {
                id: string;
                edition: number;
            }[];
            /** @description Number of the version of the rules, from 1. */
            policy_version: number;
            allowed_moves: ("start" | "unschedule" | "pause" | "resume" | "drain" | "cancel")[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            state_changed_at: string;
            /** @description Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed. */
            state_reason: string | null;
            /**
             * @description JSON pointers of what the patch removed by null.
             * @example [
             *       "/budget/total"
             *     ]
             */
            removed: string[];
        };
        ClonedCampaign: {
            id: string;
            /**
             * @description `list`: dials its contacts and ends. `standing`: dials direct calls or callbacks, and never ends.
             * @enum {string}
             */
            kind: "list" | "standing";
            name: string;
            /**
             * @description Final: `completed`, `cancelled`. Costs and recordings may come after it.
             * @enum {string}
             */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            keep_open: boolean;
            /** @description When a scheduled campaign starts. */
            starts_at: string | null;
            deadline_at: string | null;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            /** @description Presets that the rules were made with, by the edition. The rules may have been edited since. */
            presets: {
                id: string;
                edition: number;
            }[];
            /** @description Number of the version of the rules, from 1. */
            policy_version: number;
            allowed_moves: ("start" | "unschedule" | "pause" | "resume" | "drain" | "cancel")[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            state_changed_at: string;
            /** @description Why Dialwright paused or ended it, or the API key that requested the pause, as in the audit; null: no reason is needed. */
            state_reason: string | null;
            /** @description Number of contacts copied so far; they keep their row keys and are due at once. */
            contacts_copied: number;
            contact_job: components["schemas"]["ContactJob"] | null;
        };
        ImportAnswer: {
            id: string;
            campaign_id: string;
            /**
             * @description `open`: rows are being added, or the server was stopped; the same request with the same key continues. `stopped`: the campaign ended before all rows were added; those behind `rows_read` are left out.
             * @enum {string}
             */
            state: "open" | "done" | "stopped";
            /** @enum {string} */
            dedupe: "campaign" | "account" | "row_key";
            dedupe_days: number | null;
            /** @description accepted + duplicate + suppressed + rejected */
            rows_read: number;
            /** @description A row with several numbers is accepted if one of them is. Those of its numbers that are not are among the rows left out. */
            accepted: number;
            duplicate: number;
            suppressed: number;
            rejected: number;
            /** @description More than `rows_read` where rows have several numbers. */
            numbers_read: number;
            first_contact: number | null;
            /** @description Null: it was not undone. */
            undo: {
                /**
                 * @description `open`: contacts are still being withdrawn, some thousands a second.
                 * @enum {string}
                 */
                state: "open" | "done";
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                asked_at: string;
                /** @description Contacts that have left the campaign. Those that were called before stay. */
                withdrawn: number;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            begun_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            touched_at: string;
            /** @description Path of a CSV file with all rows that were left out. */
            left_out_csv: string;
            /** @description The first hundred rows left out. */
            left_out: components["schemas"]["LeftOutRow"][];
            /** @description Of the first 100,000 rows left out, the most frequent reason first. */
            left_out_reasons: {
                /** @enum {string} */
                outcome: "duplicate" | "suppressed" | "rejected";
                reason: string;
                rows: number;
                /** @description The first one with this reason. */
                line: number;
            }[];
            /** @description What is read in a way that is not certain. */
            notices: components["schemas"]["ImportNotice"][];
        };
        LeftOutRow: {
            /** @description Line in the file; rows of a JSON list are counted from 1. */
            line: number;
            /** @enum {string} */
            outcome: "duplicate" | "suppressed" | "rejected";
            /** @description The column; null: the whole row. */
            field: string | null;
            reason: string;
            /** @description Campaign of the contact that was first. */
            campaign_id: string | null;
            /** @description Position of the contact that was first. */
            contact: number | null;
        };
        ImportNotice: {
            /** @enum {string} */
            code: "encoding" | "footer" | "further_numbers";
            detail: string;
            /** @description Texts of the list that show it. */
            samples: string[];
            /** @description Query parameters with which the list is read so. Without them it is not imported. Null: it is only told. */
            answer: {
                [key: string]: string;
            } | null;
        };
        ImportDryRun: {
            /** @constant */
            dry_run: true;
            campaign_id: string;
            /**
             * Format: date-time
             * @description Lists of suppressed numbers, contacts and agents may change after it.
             * @example 2026-11-21T09:30:00.000Z
             */
            checked_at: string;
            /** @enum {string} */
            dedupe: "campaign" | "account" | "row_key";
            dedupe_days: number | null;
            /** @description accepted + duplicate + suppressed + rejected */
            rows_read: number;
            /** @description A row with several numbers is accepted if one of them is. Those of its numbers that are not are among the rows left out. */
            accepted: number;
            duplicate: number;
            suppressed: number;
            rejected: number;
            /** @description What each column of CSV is, by its header; null: it is not read. Null for NDJSON and JSON. */
            mapping: {
                [key: string]: string | null;
            } | null;
            /** @description The same with columns that are not read and whose headers look like columns that the list lacks; it can be sent as `mapping`. Null: there are none. */
            suggested_mapping: {
                [key: string]: string | null;
            } | null;
            /** @description The first hundred rows that would be left out. */
            left_out: components["schemas"]["DryRunLeftOutRow"][];
            /** @description Of all rows that would be left out, the most frequent reason first. */
            left_out_reasons: {
                /** @enum {string} */
                outcome: "duplicate" | "suppressed" | "rejected";
                reason: string;
                rows: number;
                /** @description The first one with this reason. */
                line: number;
            }[];
            /** @description What is read in a way that is not certain. */
            notices: components["schemas"]["ImportNotice"][];
        };
        DryRunLeftOutRow: {
            /** @description Line in the file; rows of a JSON list are counted from 1. */
            line: number;
            /** @enum {string} */
            outcome: "duplicate" | "suppressed" | "rejected";
            /** @description The column; null: the whole row. */
            field: string | null;
            reason: string;
            /** @description Campaign of the contact that was first. */
            campaign_id: string | null;
            /** @description Position of the contact that was first. */
            contact: number | null;
            /** @description What is in the column; null: the whole row is meant. */
            value: string | null;
            /** @description Line of the row of the same list that was first. */
            earlier_line: number | null;
        };
        Import: {
            id: string;
            campaign_id: string;
            /**
             * @description `open`: rows are being added, or the server was stopped; the same request with the same key continues. `stopped`: the campaign ended before all rows were added; those behind `rows_read` are left out. Final: `done`, `stopped`.
             * @enum {string}
             */
            state: "open" | "done" | "stopped";
            /** @enum {string} */
            dedupe: "campaign" | "account" | "row_key";
            dedupe_days: number | null;
            /** @description accepted + duplicate + suppressed + rejected */
            rows_read: number;
            /** @description A row with several numbers is accepted if one of them is. Those of its numbers that are not are among the rows left out. */
            accepted: number;
            duplicate: number;
            suppressed: number;
            rejected: number;
            /** @description More than `rows_read` where rows have several numbers. */
            numbers_read: number;
            first_contact: number | null;
            /** @description Null: it was not undone. */
            undo: {
                /**
                 * @description `open`: contacts are still being withdrawn, some thousands a second.
                 * @enum {string}
                 */
                state: "open" | "done";
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                asked_at: string;
                /** @description Contacts that have left the campaign. Those that were called before stay. */
                withdrawn: number;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            begun_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            touched_at: string;
            /** @description Path of a CSV file with all rows that were left out. */
            left_out_csv: string;
        };
        ImportReport: {
            id: string;
            campaign_id: string;
            /**
             * @description `open`: rows are being added, or the server was stopped; the same request with the same key continues. `stopped`: the campaign ended before all rows were added; those behind `rows_read` are left out. Final: `done`, `stopped`.
             * @enum {string}
             */
            state: "open" | "done" | "stopped";
            /** @enum {string} */
            dedupe: "campaign" | "account" | "row_key";
            dedupe_days: number | null;
            /** @description accepted + duplicate + suppressed + rejected */
            rows_read: number;
            /** @description A row with several numbers is accepted if one of them is. Those of its numbers that are not are among the rows left out. */
            accepted: number;
            duplicate: number;
            suppressed: number;
            rejected: number;
            /** @description More than `rows_read` where rows have several numbers. */
            numbers_read: number;
            first_contact: number | null;
            /** @description Null: it was not undone. */
            undo: {
                /**
                 * @description `open`: contacts are still being withdrawn, some thousands a second.
                 * @enum {string}
                 */
                state: "open" | "done";
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                asked_at: string;
                /** @description Contacts that have left the campaign. Those that were called before stay. */
                withdrawn: number;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            begun_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            touched_at: string;
            /** @description Path of a CSV file with all rows that were left out. */
            left_out_csv: string;
            /** @description The first hundred rows left out. */
            left_out: components["schemas"]["LeftOutRow"][];
            /** @description Of the first 100,000 rows left out, the most frequent reason first. */
            left_out_reasons: {
                /** @enum {string} */
                outcome: "duplicate" | "suppressed" | "rejected";
                reason: string;
                rows: number;
                /** @description The first one with this reason. */
                line: number;
            }[];
        };
        Call: {
            ref: string;
            campaign_id: string;
            /** @description Position of the contact in its campaign. */
            contact: number;
            /** @description Counts the calls of one contact, from 1. */
            ordinal: number;
            number: string;
            agent_id: string | null;
            campaign_name: string | null;
            /** @description Null: it has no agent, or the agent was deleted. */
            agent_name: string | null;
            /** @description Null: the list has none, or the person was erased. */
            contact_name: string | null;
            /** @description The key of the contact in its list; null: it has none. */
            row_key: string | null;
            /**
             * @description Final: `ended`. `unknown` stays until a person or the carrier’s call records close the call. Cost and recording may come later.
             * @enum {string}
             */
            state: "queued" | "claimed" | "waiting" | "placing" | "accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged" | "unknown" | "ended";
            deepest: ("accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged") | null;
            /** @description How it ended. `leg-unknown`: it failed, and nothing shows which leg was reached; it is redialled by the customer’s rule and does not count as a miss of the agent. Later evidence may change it. */
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            reason: string | null;
            confirmed: boolean | null;
            /** @description Code of what somebody said that it led to; null: nobody has. `GET /v1/calls/{ref}/outcome` has the rest. */
            outcome: string | null;
            carrier_call_id: string | null;
            cost: string | null;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Where the cost comes from: the call itself, the carrier’s call records, or a person. */
            cost_source: ("get" | "cdr" | "person") | null;
            /** @description What the carrier shows as the cost if that is no amount: the first 64 characters, as JSON. */
            unreadable_cost: string | null;
            /** @description What the carrier’s call records show, if they were compared. */
            record_cost: string | null;
            /** @enum {string} */
            settlement: "none" | "open" | "settled" | "unsettled";
            /** @enum {string} */
            recording: "none" | "expected" | "delivered" | "wanted" | "stored" | "missing";
            /** @description What the recording waits for, or why a missing one was given up. */
            recording_reason: string | null;
            /** @description When a wanted recording may next be looked up. */
            recording_due_at: string | null;
            recording_sha256: string | null;
            recording_bytes: number | null;
            /** @description What the call waits for now, by the table of docs/waits.md; null: for nothing. A cost and a recording are awaited at once: then it shows the cost, and `recording_reason` the recording. */
            waiting_for: {
                /** @enum {string} */
                reason: "workflow" | "temporal" | "turn" | "worker" | "placement" | "request" | "unknown" | "webhook" | "poll" | "person" | "bill" | "recording-webhook" | "recording-download" | "recording-desk";
                text: string;
                /** @description When it ends at the latest, or is tried next; null: unknown. */
                until: string | null;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            placed_at: string | null;
            agent_ringing_at: string | null;
            /** @description When the agent answered. */
            answered_at: string | null;
            customer_ringing_at: string | null;
            bridged_at: string | null;
            /** @description When the call ended. Null until its end is written, which a GET confirms first. */
            ended_at: string | null;
            /** @description Where each time comes from. `carrier`: `occurred_at` of the event. `received`: we received the event then. `polled`: a GET first showed the state then. `dialwright`: nothing names the end, and Dialwright ended the call then. */
            time_sources: {
                agent_ringing_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                answered_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                customer_ringing_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                bridged_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                ended_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
            };
            /** @description From the ringing of the agent’s phone, or from the POST if the carrier reports no ringing, to its answer or the end. */
            agent_ring_seconds: number | null;
            /** @description From the agent’s answer to the end. */
            agent_connected_seconds: number | null;
            /** @description From the ringing of the customer’s phone to the bridge or the end. */
            customer_ring_seconds: number | null;
            /** @description From the bridge to the end. Null: not bridged, or a time is not known. */
            talk_seconds: number | null;
            /** @description The customer’s attempts that the contact had spent after this call; null before its end. */
            attempts: number | null;
            /** @description What came after the call, and the rule that decided it; null before its end. */
            redial: {
                /**
                 * @description `locked`: the contact waits until a person resolves the call.
                 * @enum {string}
                 */
                decision: "redial" | "final" | "locked";
                /** @description When the contact was due again. */
                at: string | null;
                /** @enum {string} */
                rule: "redial-rule" | "no-redial-rule" | "rule-most" | "max-attempts" | "max-calls" | "completed" | "refused" | "not-dialled" | "unknown" | "person" | "outcome" | "campaign-over";
                /** @description The rule of admission that decided, such as `window` or `suppressed`. */
                reason: string | null;
                max_attempts: number;
                /** @example redial: the rule of its disposition, attempt 1 of 3 */
                text: string;
            } | null;
        };
        CallDetail: {
            ref: string;
            campaign_id: string;
            /** @description Position of the contact in its campaign. */
            contact: number;
            /** @description Counts the calls of one contact, from 1. */
            ordinal: number;
            number: string;
            agent_id: string | null;
            campaign_name: string | null;
            /** @description Null: it has no agent, or the agent was deleted. */
            agent_name: string | null;
            /** @description Null: the list has none, or the person was erased. */
            contact_name: string | null;
            /** @description The key of the contact in its list; null: it has none. */
            row_key: string | null;
            /**
             * @description Final: `ended`. `unknown` stays until a person or the carrier’s call records close the call. Cost and recording may come later.
             * @enum {string}
             */
            state: "queued" | "claimed" | "waiting" | "placing" | "accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged" | "unknown" | "ended";
            deepest: ("accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged") | null;
            /** @description How it ended. `leg-unknown`: it failed, and nothing shows which leg was reached; it is redialled by the customer’s rule and does not count as a miss of the agent. Later evidence may change it. */
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            reason: string | null;
            confirmed: boolean | null;
            /** @description Code of what somebody said that it led to; null: nobody has. `GET /v1/calls/{ref}/outcome` has the rest. */
            outcome: string | null;
            carrier_call_id: string | null;
            cost: string | null;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Where the cost comes from: the call itself, the carrier’s call records, or a person. */
            cost_source: ("get" | "cdr" | "person") | null;
            /** @description What the carrier shows as the cost if that is no amount: the first 64 characters, as JSON. */
            unreadable_cost: string | null;
            /** @description What the carrier’s call records show, if they were compared. */
            record_cost: string | null;
            /** @enum {string} */
            settlement: "none" | "open" | "settled" | "unsettled";
            /** @enum {string} */
            recording: "none" | "expected" | "delivered" | "wanted" | "stored" | "missing";
            /** @description What the recording waits for, or why a missing one was given up. */
            recording_reason: string | null;
            /** @description When a wanted recording may next be looked up. */
            recording_due_at: string | null;
            recording_sha256: string | null;
            recording_bytes: number | null;
            /** @description What the call waits for now, by the table of docs/waits.md; null: for nothing. A cost and a recording are awaited at once: then it shows the cost, and `recording_reason` the recording. */
            waiting_for: {
                /** @enum {string} */
                reason: "workflow" | "temporal" | "turn" | "worker" | "placement" | "request" | "unknown" | "webhook" | "poll" | "person" | "bill" | "recording-webhook" | "recording-download" | "recording-desk";
                text: string;
                /** @description When it ends at the latest, or is tried next; null: unknown. */
                until: string | null;
            } | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            placed_at: string | null;
            agent_ringing_at: string | null;
            /** @description When the agent answered. */
            answered_at: string | null;
            customer_ringing_at: string | null;
            bridged_at: string | null;
            /** @description When the call ended. Null until its end is written, which a GET confirms first. */
            ended_at: string | null;
            /** @description Where each time comes from. `carrier`: `occurred_at` of the event. `received`: we received the event then. `polled`: a GET first showed the state then. `dialwright`: nothing names the end, and Dialwright ended the call then. */
            time_sources: {
                agent_ringing_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                answered_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                customer_ringing_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                bridged_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
                ended_at: {
                    /** @enum {string} */
                    source: "carrier" | "received" | "polled" | "dialwright";
                    /** @description Why the `occurred_at` of the event was not used. */
                    fault: ("missing" | "unreadable" | "before-intent" | "after-receipt" | "out-of-order") | null;
                } | null;
            };
            /** @description From the ringing of the agent’s phone, or from the POST if the carrier reports no ringing, to its answer or the end. */
            agent_ring_seconds: number | null;
            /** @description From the agent’s answer to the end. */
            agent_connected_seconds: number | null;
            /** @description From the ringing of the customer’s phone to the bridge or the end. */
            customer_ring_seconds: number | null;
            /** @description From the bridge to the end. Null: not bridged, or a time is not known. */
            talk_seconds: number | null;
            /** @description The customer’s attempts that the contact had spent after this call; null before its end. */
            attempts: number | null;
            /** @description What came after the call, and the rule that decided it; null before its end. */
            redial: {
                /**
                 * @description `locked`: the contact waits until a person resolves the call.
                 * @enum {string}
                 */
                decision: "redial" | "final" | "locked";
                /** @description When the contact was due again. */
                at: string | null;
                /** @enum {string} */
                rule: "redial-rule" | "no-redial-rule" | "rule-most" | "max-attempts" | "max-calls" | "completed" | "refused" | "not-dialled" | "unknown" | "person" | "outcome" | "campaign-over";
                /** @description The rule of admission that decided, such as `window` or `suppressed`. */
                reason: string | null;
                max_attempts: number;
                /** @example redial: the rule of its disposition, attempt 1 of 3 */
                text: string;
            } | null;
            placements: {
                placement: number;
                state: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                intent_at: string;
                outcome_at: string | null;
                status: number | null;
                code: string | null;
                reason: string | null;
                /** @description The release of the IANA time zone data by which clocks were read for it. */
                zone_rules: string | null;
            }[];
            timeline: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                at: string;
                kind: string;
                text: string;
                placement: number | null;
                /** @description The carrier’s `event_seq`. Events of a placement are in its order, whenever they arrived. */
                seq: number | null;
            }[];
            /**
             * @description The page of its workflow in Temporal’s Web UI, by the setting `TEMPORAL_WEB_UI_URL`; null: it is not set.
             * @example http://127.0.0.1:8233/namespaces/default/workflows/call.cabcdefghi.5.1
             */
            web_ui_url: string | null;
            /** @description Webhooks on the call’s URL that could not be read: the newest 16 different bodies. Each made the call poll by GET. */
            unreadable_webhooks: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                at: string;
                placement: number;
                reason: string;
                /** @description Its first 2,048 bytes, as text. */
                body: string;
                /** @description Of the whole body; null: more than 65,536. */
                bytes: number | null;
            }[];
        };
        DecisionsOfCall: {
            ref: string;
            campaign_id: string;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Why the call ended without an accepted POST, such as a refusal of admission. */
            not_dialled: {
                reason: string;
                at: string | null;
            } | null;
            placements: {
                placement: number;
                /** @enum {string} */
                state: "intent" | "accepted" | "refused" | "not-sent" | "unknown" | "void";
                /**
                 * Format: date-time
                 * @description Before this instant the POST did not leave.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                intent_at: string;
                outcome_at: string | null;
                /** @description The release of the IANA time zone data by which clocks were read. */
                zone_data: string | null;
                /** @description Null for a placement that was blocked before its intent. */
                decision: components["schemas"]["DecisionRecord"] | null;
            }[];
        };
        DecisionRecord: {
            /** @constant */
            format: 1;
            /** @description Version of Dialwright. */
            product: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            decided_at: string;
            policy: {
                /** @description The version that the call was claimed under. */
                version: number;
                /** @description The version whose suppression lists and consent counted. */
                in_force: number;
            };
            /** @enum {string} */
            campaign_state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            /** @description Of the campaign: no call is placed from then on; null: no deadline. */
            deadline_at: string | null;
            zones: {
                zone: string;
                /** @example 2026-11-23T09:15:02.120-05:00 */
                local_time: string;
                /** @description Which of the calling window’s `hours` were open, counted from 0. */
                rule: number | null;
            }[];
            /** @enum {string} */
            zone_source: "row" | "import" | "number" | "campaign";
            /** @description Where the contact is by its address and its number. Null: not known, or its zones were named; left out: decided by a version that knew no areas. */
            area?: components["schemas"]["ContactArea"] | null;
            /** @description The open span around the decision, in all zones. Null: the policy has no calling window; a null instant: the span reaches further than a day. */
            window: {
                opens_at: string | null;
                closes_at: string | null;
                ring_margin_seconds: number;
            } | null;
            not_before: string | null;
            not_after: string | null;
            caps: {
                /**
                 * @description Dials of all numbers of the person count; left out: those of the number.
                 * @constant
                 */
                count_by?: "person";
                per_day: {
                    most: number;
                    dialled: number;
                } | null;
                rolling: {
                    days: number;
                    most: number;
                    dialled: number;
                }[];
                least_gap: {
                    seconds: number;
                    last_dial_at: string | null;
                } | null;
                after_talk?: {
                    seconds: number;
                    last_outcome_at: string | null;
                } | null;
                after_refusal?: {
                    seconds: number;
                    last_outcome_at: string | null;
                } | null;
                after_silence?: {
                    seconds: number;
                    last_outcome_at: string | null;
                } | null;
            };
            /** @description With this call. `most` is the limit when it was decided; limits count when a call is claimed. Null: no limit, and the live calls of an account without a limit are not counted. */
            live_calls: {
                campaign: {
                    live: number;
                    most: number | null;
                };
                account: {
                    live: number | null;
                    most: number | null;
                };
            };
            suppression: {
                /** @description The number of changes of all lists until then. */
                version: number;
                every_list: boolean;
                lists: {
                    list: string;
                    version: number;
                    /**
                     * Format: date-time
                     * @description Of a copy of a registry: from then on it is too old.
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    good_until?: string;
                }[];
                found_on: string[];
            };
            /** @description By the policy in force. Null: it asks for no consent; left out: decided by a version that knew none. */
            consent?: {
                /** @enum {string} */
                needed: "no-objection" | "relation" | "prior-consent";
                purpose: string | null;
                /** @description How many events of the number were recorded. */
                recorded: number;
                /** @description What allowed the call; null: no consent was needed for it. */
                by: {
                    /** @enum {string} */
                    kind: "granted" | "inquiry" | "contract" | "revoked" | "objected";
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    expires_at: string | null;
                } | null;
            } | null;
            hold: {
                /** @constant */
                state: "none";
                changed_at: string | null;
            } | {
                /** @constant */
                state: "probe";
                reason: string;
                status: number;
                code: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                changed_at: string;
                rule: {
                    /** @constant */
                    action: "probe";
                    first_wait_seconds: number;
                    growth: number;
                    longest_wait_seconds: number;
                    most_probes: number | null;
                    longest_time_seconds: number | null;
                } | {
                    /** @constant */
                    action: "by-person";
                    longest_time_seconds: number | null;
                };
                /** @description Of this hold, before this probe. */
                refused_probes: number;
                /**
                 * Format: date-time
                 * @description The wait for this probe started here.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                wait_from: string;
                /**
                 * Format: date-time
                 * @description Until then no other call may try, unless this one is answered before.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                lease_until: string;
            };
            pace: {
                /** @enum {string} */
                of: "account" | "campaign";
                per_second: number;
                last_post_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                slot_at: string;
            }[];
            budget: {
                /** @example 0.0125 */
                reserve: string;
                total: {
                    cap: string | null;
                    /** @example 0.0125 */
                    spent: string;
                    /**
                     * @description For calls whose cost is not known yet, without this one.
                     * @example 0.0125
                     */
                    reserved: string;
                };
                day: {
                    cap: string | null;
                    /** @example 0.0125 */
                    spent: string;
                    /**
                     * @description For calls whose cost is not known yet, without this one.
                     * @example 0.0125
                     */
                    reserved: string;
                    /** Format: date */
                    date: string;
                };
            } | null;
            agent: {
                id: string;
                pools: string[];
                live: number;
                capacity: number;
            };
        };
        ContactArea: {
            /** @description ISO 3166-2, such as `US-FL`; ISO 3166-1 where only the country is known. */
            areas: string[];
            /** @description The sources name different places: the zones of all of them must be open. An area code is a guess, because people take their numbers along. */
            mismatch: boolean;
            sources: {
                /** @enum {string} */
                from: "region" | "postal_code" | "country" | "number";
                /** @description ISO 3166-2, such as `US-FL`; ISO 3166-1 where only the country is known. */
                areas: string[];
                zones: string[];
            }[];
            /**
             * @description Of the data of area codes when the contact was added.
             * @example libphonenumber 9.0.35
             */
            release: string;
        };
        PolicyVersion: {
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            made_at: string;
            redial: {
                max_attempts: number;
                max_calls: number;
                next_number: string;
                customer_unreached: components["schemas"]["RedialRuleOutput"] | null;
                agent_unreached: components["schemas"]["RedialRuleOutput"] | null;
                dropped: components["schemas"]["RedialRuleOutput"] | null;
                carrier_lost: components["schemas"]["RedialRuleOutput"] | null;
            };
            calling_window: components["schemas"]["CallingWindowOutput"] | null;
            zone: string;
            caps: components["schemas"]["NumberCapsOutput"];
            countries: string[] | null;
            suppression_lists: string[] | null;
            consent: components["schemas"]["ConsentRuleOutput"] | null;
            max_live_calls: number | null;
            calls_per_second: number | null;
            dial_order: string;
            budget: components["schemas"]["BudgetOutput"] | null;
            agents: components["schemas"]["AgentRulesOutput"];
            agent_caller_id: string | null;
            collect_recordings: boolean;
            refusals: {
                [key: string]: components["schemas"]["RefusalRuleOutput"];
            };
            hold_timeout: components["schemas"]["HoldTimeout"] | null;
            priority: number;
            weight: number;
            presets: {
                id: string;
                edition: number;
            }[];
        };
        RulePreset: {
            id: string;
            /** @description Counts from 1 with each change of its facts. */
            edition: number;
            /** @description ISO 3166-2, or ISO 3166-1 for a whole country. */
            area: string;
            title: string;
            /** @enum {string} */
            purpose: "sales" | "collection" | "research" | "service" | "any";
            /** @enum {string} */
            audience: "consumer" | "business" | "anybody";
            valid_from: string | null;
            valid_to: string | null;
            /** @description Whether today, in UTC, lies between these dates. */
            in_force: boolean;
            /**
             * @description `reported`: read where others report the rule; `partial`: of only some facts. None of it is legal advice.
             * @enum {string}
             */
            certainty: "reported" | "partial";
            /** Format: date */
            read_on: string;
            sources: string[];
            calling_hours: {
                weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @example 09:30 */
                from: string;
                /** @example 09:30 */
                to: string;
            }[] | null;
            days_off: {
                what: string;
                source: string;
                dates: string[];
            } | null;
            call_caps: {
                most: number;
                days: number;
                /** @enum {string} */
                scope: "number" | "person" | "debt" | "subject";
                /** @enum {string} */
                counts: "dials" | "talks";
            }[];
            /** @description How long nobody is called after a conversation or a refusal. Agents say by the outcome that it was one. */
            rests: {
                /** @enum {string} */
                after: "talk" | "refusal";
                /** @description Null: never again. */
                days: number | null;
                text: string;
            }[];
            /** @description What no rule of a campaign keeps: a person must see to it. */
            not_enforced: {
                fact: string;
                text: string;
            }[];
            /** @description Facts that no source shows. Nothing follows from it for what is allowed. */
            unknown: string[];
        };
        AppliedRulePreset: {
            id: string;
            edition: number;
            /** @description A newer one is offered and never applied by itself. Null: this version of Dialwright has no preset of this id. */
            newest_edition: number | null;
            in_force: boolean;
            /** @description Whether the rules still forbid all that the newest edition forbids. */
            kept: boolean;
        };
        RulePresetEffect: {
            preset: components["schemas"]["RulePreset"];
            /** @enum {string} */
            mode: "stricter" | "replace";
            /** @description Empty: the rules forbid all of it already. */
            changes: {
                /** @enum {string} */
                rule: "calling hours" | "closed dates" | "caps";
                before: string;
                after: string;
                /** @description The campaign forbids something now that it would allow then. */
                loosens: boolean;
            }[];
            /** @description The hours of the campaign and of the preset have nothing in common, so it cannot be applied so. */
            never_open: boolean;
            /** @description By preflight, if the campaign went on now; null: it cannot be applied. */
            contacts: {
                before: {
                    to_dial: number;
                    now: number;
                    later: number;
                    skipped: number;
                };
                after: {
                    to_dial: number;
                    now: number;
                    later: number;
                    skipped: number;
                };
            } | null;
        };
        Callback: {
            id: string;
            number: string;
            name: string | null;
            call_ref: string | null;
            /**
             * @description Final: `done`, `missed`, `cancelled`. A callback that recurs is `scheduled` again. `unknown` stays until a person closes its call.
             * @enum {string}
             */
            state: "scheduled" | "due" | "calling" | "done" | "missed" | "unknown" | "paused" | "cancelled";
            zone: string;
            at: string | null;
            not_after: string | null;
            every: components["schemas"]["RecurrenceView"] | null;
            /** @description The next turn of a recurring callback; null: none is left, or it is paused or cancelled. */
            next_at: string | null;
            agent_id: string | null;
            prefer_agent_for: string | null;
            pool: string | null;
            turns: number;
            last: components["schemas"]["CallbackTurn"] | null;
            /** @description Whether the Temporal schedule of a recurring callback has its last change; the sweep repairs it otherwise. */
            schedule: ("kept" | "behind") | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RecurrenceView: {
            at: string;
            weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[] | null;
            days_of_month: number[] | null;
            not_after: string | null;
            from: string | null;
            until: string | null;
            count: number | null;
            jitter: string;
        };
        CallbackTurn: {
            turn: number;
            /**
             * Format: date-time
             * @description The planned time.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            not_after: string;
            /** @description The earliest time to dial. */
            due_at: string | null;
            /** @description scheduled, due, calling, done (see the disposition), missed (not placed, or only the agent’s phone rang), unknown (it may have been placed: a person has to find out), withdrawn. */
            state: string;
            /** @description For `missed`: overlap, outage, paused (it was never due), too-late, suppressed, hung-up, campaign-ended (not placed), refused (by the carrier), agent-unreached (only the agent’s phone rang). For `due`: the rule that prevents the call, or agent-paused, agent-on-call, agent-wrap-up (of `agent_id`, while nobody else may take it). */
            reason: string | null;
            /** @description What became of its last call. */
            text: string | null;
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            /** @description The last call that was placed or refused. */
            ref: string | null;
            campaign_id: string | null;
            contact: number | null;
        };
        CalendarTurn: {
            /** @description Null: planned by the rule of a recurring callback, and not made yet. */
            turn: number | null;
            /**
             * Format: date-time
             * @description The planned time.
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            not_after: string;
            /** @description The earliest time to dial. */
            due_at: string | null;
            /** @description scheduled, due, calling, done (see the disposition), missed (not placed, or only the agent’s phone rang), unknown (it may have been placed: a person has to find out), withdrawn. */
            state: string;
            /** @description For `missed`: overlap, outage, paused (it was never due), too-late, suppressed, hung-up, campaign-ended (not placed), refused (by the carrier), agent-unreached (only the agent’s phone rang). For `due`: the rule that prevents the call, or agent-paused, agent-on-call, agent-wrap-up (of `agent_id`, while nobody else may take it). */
            reason: string | null;
            /** @description What became of its last call. */
            text: string | null;
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            /** @description The last call that was placed or refused. */
            ref: string | null;
            campaign_id: string | null;
            contact: number | null;
            callback_id: string;
            number: string;
            name: string | null;
            zone: string;
            agent_id: string | null;
            pool: string | null;
        };
        EditedCallback: {
            id: string;
            number: string;
            name: string | null;
            call_ref: string | null;
            /**
             * @description Final: `done`, `missed`, `cancelled`. A callback that recurs is `scheduled` again. `unknown` stays until a person closes its call.
             * @enum {string}
             */
            state: "scheduled" | "due" | "calling" | "done" | "missed" | "unknown" | "paused" | "cancelled";
            zone: string;
            at: string | null;
            not_after: string | null;
            every: components["schemas"]["RecurrenceView"] | null;
            /** @description The next turn of a recurring callback; null: none is left, or it is paused or cancelled. */
            next_at: string | null;
            agent_id: string | null;
            prefer_agent_for: string | null;
            pool: string | null;
            turns: number;
            last: components["schemas"]["CallbackTurn"] | null;
            /** @description Whether the Temporal schedule of a recurring callback has its last change; the sweep repairs it otherwise. */
            schedule: ("kept" | "behind") | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description JSON pointers of what the patch removed by null.
             * @example [
             *       "/budget/total"
             *     ]
             */
            removed: string[];
        };
        Hangup: {
            ref: string;
            /** @description State of the call when the hang-up was requested. */
            state: string;
            /**
             * @description `ended`: the call has ended already. `signalled`: its workflow was signalled. `stored`: its workflow could not be signalled; within seconds a worker reads the request from the database and asks the carrier.
             * @enum {string}
             */
            delivery: "ended" | "signalled" | "stored";
            detail: string;
        };
        OutcomeCode: {
            id: string;
            label: string;
            /** @enum {string} */
            group: "sale" | "talked" | "callback" | "refused" | "wrong-number" | "machine" | "silent" | "other";
            /** @enum {string} */
            next: "policy" | "final" | "redial" | "callback" | "next_number";
            redial_after: string | null;
            redial_jitter: number | null;
            redial_most: number | null;
            callback_agent: ("own" | "any") | null;
            suppress: string | null;
            suppress_whom: ("number" | "person") | null;
            /** @description Calls still refer to it, but none gets it any more. */
            deleted_at: string | null;
        };
        Outcome: {
            ref: string;
            code: string;
            /**
             * @description Of the code when it was set.
             * @enum {string}
             */
            group: "sale" | "talked" | "callback" | "refused" | "wrong-number" | "machine" | "silent" | "other";
            note: string | null;
            data: {
                [key: string]: unknown;
            } | null;
            callback_id: string | null;
            /** @description What was done by it, and what was not. A contact that was called again since, is on a call or is locked stays as it is. */
            effects: {
                /** @enum {string} */
                what: "contact" | "callback" | "suppression" | "wrap-up";
                done: boolean;
                text: string;
            }[];
            /** @description Counts its changes. */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            first_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /** @description Name of the key that set it. */
            who: string;
        };
        OutcomeStatistics: {
            /** @description The most frequent first. */
            data: {
                code: string;
                label: string;
                /** @enum {string} */
                group: "sale" | "talked" | "callback" | "refused" | "wrong-number" | "machine" | "silent" | "other";
                calls: number;
                /** @description Of all calls with an outcome, from 0 to 1. */
                share: number;
            }[];
            /** @description Calls with an outcome. */
            calls: number;
        };
        AgentPage: {
            agent: components["schemas"]["Agent"];
            call: {
                ref: string;
                /** @description It rings, or people talk; else it was the last call. */
                live: boolean;
                state: string;
                deepest: ("accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged") | null;
                number: string;
                name: string | null;
                row_key: string | null;
                /** @description What the number is, by the list. */
                number_label: string | null;
                company: string | null;
                /** @description As the list has it. */
                language: string | null;
                /** @description Fields of your own. Agents see them; no rule reads them. */
                data: {
                    [key: string]: string | number | boolean | null;
                } | null;
                placed_at: string | null;
                bridged_at: string | null;
                ended_at: string | null;
                disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
                campaign: {
                    id: string;
                    name: string;
                };
                /** @description Markdown; empty: none. */
                script: string;
                /** @description An https URL to open; null: none. */
                screen_pop: string | null;
                outcome: components["schemas"]["Outcome"] | null;
                /** @description For `If-Match` of a change. */
                outcome_etag: string | null;
                /** @description Wrap-up goes on until the outcome is set, or its limit is over. */
                outcome_required: boolean;
                /** @description Earlier calls to the number, newest first. */
                history: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
                    outcome: string | null;
                    note: string | null;
                    agent_id: string | null;
                }[];
            } | null;
            /** @description Those that can be set. */
            codes: components["schemas"]["OutcomeCode"][];
            today: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                /** @description Calls that rang the agent’s phone: the agent answered, or the call ended because the agent did not. A live call counts, because its agent is rung first. */
                calls: number;
                /** @description Calls in which agent and customer were connected. */
                talked: number;
                /** @description From the bridge to the end of each talk, as far as it is known. */
                talk_seconds: number;
                outcomes: {
                    code: string;
                    label: string;
                    calls: number;
                }[];
            };
        };
        Agent: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "sip" | "stream";
            address: string;
            /** @enum {string} */
            state: "ready" | "paused";
            activity: components["schemas"]["AgentActivity"];
            /** @description The call that the agent is on. */
            on_call: string | null;
            pools: string[];
            capacity: number;
            live_calls: number;
            /** @description No call before then. */
            wrap_up_until: string | null;
            /** @description Calls in a row that the agent did not answer (RONA: ring on no answer). */
            misses: number;
            /** @description When the agent becomes ready by itself; null: when somebody sets it ready. */
            paused_until: string | null;
            /** @description The reason of the pause, if there is one. */
            paused_reason: string | null;
            /** @description The agent takes no more calls, and is shown because past calls name it. */
            deleted_at: string | null;
        };
        /** @description What the agent does now, and since when. */
        AgentActivity: {
            /**
             * @description `ready`: waits for a call. `ringing`: the phone of the agent rings. `on_call`: from the answer to the end.
             * @enum {string}
             */
            state: "ready" | "ringing" | "on_call" | "wrap_up" | "paused";
            /**
             * Format: date-time
             * @description Of `paused` the time when the pause was set, also if a call went on.
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string;
        };
        CampaignPage: {
            /** @description What agents say, as Markdown: headings, paragraphs, lists, bold, italics, https links. */
            script: string;
            /**
             * @description An https URL that the agent’s page opens on a click, with the places {row_key}, {call}, {campaign} and {agent}; null: none.
             * @example https://crm.example/contacts/{row_key}
             */
            screen_pop: string | null;
        };
        EditedAgent: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "sip" | "stream";
            address: string;
            /** @enum {string} */
            state: "ready" | "paused";
            activity: components["schemas"]["AgentActivity"];
            /** @description The call that the agent is on. */
            on_call: string | null;
            pools: string[];
            capacity: number;
            live_calls: number;
            /** @description No call before then. */
            wrap_up_until: string | null;
            /** @description Calls in a row that the agent did not answer (RONA: ring on no answer). */
            misses: number;
            /** @description When the agent becomes ready by itself; null: when somebody sets it ready. */
            paused_until: string | null;
            /** @description The reason of the pause, if there is one. */
            paused_reason: string | null;
            /** @description The agent takes no more calls, and is shown because past calls name it. */
            deleted_at: string | null;
            /**
             * @description JSON pointers of what the patch removed by null.
             * @example [
             *       "/budget/total"
             *     ]
             */
            removed: string[];
        };
        DeletedAgent: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "sip" | "stream";
            address: string;
            /** @enum {string} */
            state: "ready" | "paused";
            activity: components["schemas"]["AgentActivity"];
            /** @description The call that the agent is on. */
            on_call: string | null;
            pools: string[];
            capacity: number;
            live_calls: number;
            /** @description No call before then. */
            wrap_up_until: string | null;
            /** @description Calls in a row that the agent did not answer (RONA: ring on no answer). */
            misses: number;
            /** @description When the agent becomes ready by itself; null: when somebody sets it ready. */
            paused_until: string | null;
            /** @description The reason of the pause, if there is one. */
            paused_reason: string | null;
            /** @description The agent takes no more calls, and is shown because past calls name it. */
            deleted_at: string | null;
            /** @description Contacts that were bound to the agent. */
            contacts: number;
            /** @description Callbacks that were bound to the agent, and still come. */
            callbacks: string[];
            /** @description The agent to whom they are bound now; null: any agent may take them. */
            replaced_by: string | null;
            /** @description Campaigns that are not over and use only a pool of the agent in which nobody is left. They wait. */
            campaigns_without_agents: string[];
        };
        AgentImport: {
            added: string[];
            edited: string[];
            /** @description There already, with the same settings. */
            unchanged: string[];
        };
        AgentSpan: {
            /**
             * @description `ready`: waits for a call. `ringing`: the phone of the agent rings. `on_call`: from the answer to the end.
             * @enum {string}
             */
            state: "ready" | "ringing" | "on_call" | "wrap_up" | "paused";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /** @description Null: it goes on. */
            to: string | null;
            seconds: number;
            /** @description Of `paused`, if a reason was given. */
            reason: string | null;
            /** @description Who set the agent ready, or paused it: the name of an API key, or `dialwright`. */
            who: string | null;
            /** @description The call; one of them if there were several at once. */
            call: string | null;
        };
        AgentOccupancy: {
            agent_id: string;
            name: string;
            pools: string[];
            /** @description Time in which agents were ready, without a call and not in wrap-up. */
            ready_seconds: number;
            ringing_seconds: number;
            /** @description From the answer of the agent to the end. */
            on_call_seconds: number;
            wrap_up_seconds: number;
            /** @description Time in which agents were paused, and not on a call. */
            paused_seconds: number;
            /** @description Busy time divided by busy and idle time. Pauses do not count. Empty if no agent was available. From 0 to 1. */
            occupancy: number | null;
        };
        Account: {
            /** @description Set by a person, or because the database is an old copy: no call is placed, whatever the other settings are. */
            stopped: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                reason: string | null;
            } | null;
            /** @description The carrier refused the account. */
            hold: {
                reason: string;
                /** @description The rule in force: for this status and code. */
                rule: components["schemas"]["HoldRule"];
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                changed_at: string;
                refused_probes: number;
                /** @description Null: a person lifts the hold. */
                next_probe_at: string | null;
                /** @description When the rule ends by its `longest_time`, if its `most_probes` do not end it before. */
                ends_at: string | null;
                /** @description The rule has ended: there are no more probes, and a person lifts the hold. */
                ended: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    /** @enum {string} */
                    by: "most-probes" | "longest-time";
                    /** @enum {string} */
                    did: "stay-on-hold" | "pause-every-campaign" | "alert";
                } | null;
            } | null;
            /** @description The pause that the carrier asked for with `Retry-After` in its answer to a POST: no call is placed before its end. Null: none. */
            retry_after: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                until: string;
                reason: string;
            } | null;
            /** @description The rules that were set; see `usual_hold_rules`. */
            hold_rules: components["schemas"]["HoldRule"][];
            /** @description The rules for statuses that have none in `hold_rules`. Cannot be set. */
            usual_hold_rules: components["schemas"]["HoldRule"][];
            /** @description What needs a person’s attention, as long as it lasts. */
            alerts: {
                /** @enum {string} */
                kind: "hold-ended" | "webhooks-lost" | "server-missing";
                text: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
            }[];
            /** @description Most POSTs, over all campaigns. */
            calls_per_second: number | null;
            /** @description Over all campaigns. */
            max_live_calls: number | null;
            /** @description At this many placements in a row whose outcome is unknown (no answer, 5xx, an answer without a usable id), the campaign of the last one is paused. They count for each campaign and for the whole account, until a call is accepted. Null: never. */
            pause_after_unknown: number | null;
            live_calls: number;
            /** @description Whether the carrier’s webhooks arrive; null: there is no public URL, so no webhooks are requested. */
            webhooks: {
                /**
                 * @description healthy: calls wait for webhooks. lost: calls ended without a webhook, so all calls are polled by GET from their start until webhooks arrive again. unproven: no webhook has arrived yet.
                 * @enum {string}
                 */
                state: "unproven" | "healthy" | "lost";
                since: string | null;
                /** @description How many of the calls in `checked` had a webhook before the GET. */
                received: number;
                /** @description How many of the last calls (at most eight) were examined since the state changed. */
                checked: number;
                last_received_at: string | null;
                /** @description False: our own ingress is down, and calls are polled by GET. */
                receiving: boolean;
                /** @description The servers that receive webhooks. One that is up and receives none, while others do, cannot be reached. */
                servers: {
                    /** @description Host name and port. */
                    name: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    last_seen_at: string;
                    /** @description False: it sends no heartbeats, although nobody stopped it. Webhooks that are sent to it are lost, so all calls are polled by GET until it is started again, for five minutes at most. */
                    up: boolean;
                    /** @description Webhooks since its start. */
                    received: number;
                    last_received_at: string | null;
                }[];
            } | null;
            /** @description Calls that are polled by GET share a pace: `timing.pollsPerSecond` of the carrier profile. */
            polling: {
                /** @description Live calls that have been polled by GET. */
                live_calls: number;
                /** @description The shortest time between two polls of one of them. */
                live_pause_seconds: number;
                /** @description Calls that ended and have no cost yet. */
                unsettled_calls: number;
                /** @description The shortest time between two polls of one of them. */
                unsettled_pause_seconds: number;
            };
            recording_desk: {
                queued: number;
                /** @description No recording is looked up before this instant. */
                closed: {
                    reason: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    until: string;
                } | null;
                last_lookup_at: string | null;
                empty_at: string | null;
            };
        };
        HoldRule: {
            status: number;
            code: string | null;
            /** @enum {string} */
            action: "probe" | "by-person";
            first_wait?: string;
            growth?: number;
            longest_wait?: string;
            most_probes?: number | null;
            longest_time: string | null;
            /** @enum {string} */
            at_end: "stay-on-hold" | "pause-every-campaign" | "alert";
        };
        EditedAccount: {
            /** @description Set by a person, or because the database is an old copy: no call is placed, whatever the other settings are. */
            stopped: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                reason: string | null;
            } | null;
            /** @description The carrier refused the account. */
            hold: {
                reason: string;
                /** @description The rule in force: for this status and code. */
                rule: components["schemas"]["HoldRule"];
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                changed_at: string;
                refused_probes: number;
                /** @description Null: a person lifts the hold. */
                next_probe_at: string | null;
                /** @description When the rule ends by its `longest_time`, if its `most_probes` do not end it before. */
                ends_at: string | null;
                /** @description The rule has ended: there are no more probes, and a person lifts the hold. */
                ended: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    /** @enum {string} */
                    by: "most-probes" | "longest-time";
                    /** @enum {string} */
                    did: "stay-on-hold" | "pause-every-campaign" | "alert";
                } | null;
            } | null;
            /** @description The pause that the carrier asked for with `Retry-After` in its answer to a POST: no call is placed before its end. Null: none. */
            retry_after: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                until: string;
                reason: string;
            } | null;
            /** @description The rules that were set; see `usual_hold_rules`. */
            hold_rules: components["schemas"]["HoldRule"][];
            /** @description The rules for statuses that have none in `hold_rules`. Cannot be set. */
            usual_hold_rules: components["schemas"]["HoldRule"][];
            /** @description What needs a person’s attention, as long as it lasts. */
            alerts: {
                /** @enum {string} */
                kind: "hold-ended" | "webhooks-lost" | "server-missing";
                text: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
            }[];
            /** @description Most POSTs, over all campaigns. */
            calls_per_second: number | null;
            /** @description Over all campaigns. */
            max_live_calls: number | null;
            /** @description At this many placements in a row whose outcome is unknown (no answer, 5xx, an answer without a usable id), the campaign of the last one is paused. They count for each campaign and for the whole account, until a call is accepted. Null: never. */
            pause_after_unknown: number | null;
            live_calls: number;
            /**
             * @description JSON pointers of what the patch removed by null.
             * @example [
             *       "/budget/total"
             *     ]
             */
            removed: string[];
        };
        AccountState: {
            /** @description Set by a person, or because the database is an old copy: no call is placed, whatever the other settings are. */
            stopped: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                reason: string | null;
            } | null;
            /** @description The carrier refused the account. */
            hold: {
                reason: string;
                /** @description The rule in force: for this status and code. */
                rule: components["schemas"]["HoldRule"];
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                opened_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                changed_at: string;
                refused_probes: number;
                /** @description Null: a person lifts the hold. */
                next_probe_at: string | null;
                /** @description When the rule ends by its `longest_time`, if its `most_probes` do not end it before. */
                ends_at: string | null;
                /** @description The rule has ended: there are no more probes, and a person lifts the hold. */
                ended: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    at: string;
                    /** @enum {string} */
                    by: "most-probes" | "longest-time";
                    /** @enum {string} */
                    did: "stay-on-hold" | "pause-every-campaign" | "alert";
                } | null;
            } | null;
            /** @description The pause that the carrier asked for with `Retry-After` in its answer to a POST: no call is placed before its end. Null: none. */
            retry_after: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                until: string;
                reason: string;
            } | null;
            /** @description The rules that were set; see `usual_hold_rules`. */
            hold_rules: components["schemas"]["HoldRule"][];
            /** @description The rules for statuses that have none in `hold_rules`. Cannot be set. */
            usual_hold_rules: components["schemas"]["HoldRule"][];
            /** @description What needs a person’s attention, as long as it lasts. */
            alerts: {
                /** @enum {string} */
                kind: "hold-ended" | "webhooks-lost" | "server-missing";
                text: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
            }[];
            /** @description Most POSTs, over all campaigns. */
            calls_per_second: number | null;
            /** @description Over all campaigns. */
            max_live_calls: number | null;
            /** @description At this many placements in a row whose outcome is unknown (no answer, 5xx, an answer without a usable id), the campaign of the last one is paused. They count for each campaign and for the whole account, until a call is accepted. Null: never. */
            pause_after_unknown: number | null;
            live_calls: number;
        };
        Restore: {
            /** @description Null: the database is not known to be older than what has happened. */
            open: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                found_at: string;
                /** @enum {string} */
                sign: "high-water-mark" | "workflow" | "webhook";
                /** @description What showed it. */
                text: string;
                /** @description The last change of a call that the database knew of. What people have entered since then is lost too. */
                as_of: string | null;
                /** @description When all calls in Temporal had been read; null: not yet. */
                read_at: string | null;
                /** @description Calls that were forgotten. `followed`: the carrier’s id is known, so each is followed to its end. `unknown`: it may have been placed, and its contact is locked. `not_dialled`: no POST of it can be out. `lost`: its contact is not in the database. */
                calls: {
                    followed: number;
                    unknown: number;
                    not_dialled: number;
                    lost: number;
                };
                /** @description Placements that were made, and of which nobody knows the call: people who would be called again. Null: nobody knows how many. */
                unexplained: number | null;
                /** @description The first hundred. */
                lost: {
                    ref: string;
                    carrier_call_id: string | null;
                }[];
            } | null;
        };
        SuppressionList: {
            id: string;
            name: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Number of entries, including expired ones. */
            numbers: number;
            /** @description Number of its last change, counted over all lists. A decision keeps the versions that it asked. */
            version: number;
            /** @description Null: it is no copy of a registry. */
            registry_copy: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                as_of: string;
                max_age_days: number;
                /**
                 * Format: date-time
                 * @description After it the campaigns that the list counts for call nobody.
                 * @example 2026-11-21T09:30:00.000Z
                 */
                good_until: string;
            } | null;
        };
        Suppression: {
            number: string;
            until: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            added_at: string;
        };
        NumberSuppressions: {
            number: string;
            /** @description The person was erased or is being erased: no campaign dials the number. */
            erased: boolean;
            /** @description By list, including expired entries. */
            data: {
                list_id: string;
                list_name: string;
                until: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                added_at: string;
            }[];
        };
        Consent: {
            /** @enum {string} */
            kind: "granted" | "inquiry" | "contract" | "revoked" | "objected";
            purpose: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            expires_at: string | null;
            source: string | null;
            text_version: string | null;
            proof: string | null;
            /** @description Number of its addition, counted with the changes of suppression lists. */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            recorded_at: string;
        };
        Contact: {
            position: number;
            number: string;
            name: string | null;
            company: string | null;
            /** @description As the list has it. */
            language: string | null;
            /** @description Fields of your own. Agents see them; no rule reads them. */
            data: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description Of a further number of a person: with `#` and its place. */
            row_key: string | null;
            /** @description The same for all numbers of one person in a campaign; null: the only number. One of them at a time is called. */
            person_key: string | null;
            /** @description Of the number among those of its row, from 1; null: its row has no other. */
            number_place: number | null;
            /** @description What the number is, such as `mobile`, by the list. */
            number_label: string | null;
            /**
             * @description Final: `final`. `locked` stays until a person closes its call.
             * @enum {string}
             */
            state: "due" | "claimed" | "final" | "locked";
            /** @description Disposition of its last call that has ended. */
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            due_at: string;
            /** @description Why it is not dialled earlier, or why it is final; null: it only waits for its turn. */
            due_reason: string | null;
            /** @description Zones where the contact may be; null: the campaign’s zone. */
            zones: string[] | null;
            /** @enum {string} */
            zone_source: "row" | "import" | "number" | "campaign";
            /** @description Where the contact is by its address and its number; null: not known, or its zones were named. */
            area: components["schemas"]["ContactArea"] | null;
            not_before: string | null;
            not_after: string | null;
            /** @description The only agent who may take calls with this contact. */
            agent_id: string | null;
            calls: number;
        };
        FoundContact: {
            campaign_id: string;
            position: number;
            number: string;
            name: string | null;
            company: string | null;
            /** @description As the list has it. */
            language: string | null;
            /** @description Fields of your own. Agents see them; no rule reads them. */
            data: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description Of a further number of a person: with `#` and its place. */
            row_key: string | null;
            /** @description The same for all numbers of one person in a campaign; null: the only number. One of them at a time is called. */
            person_key: string | null;
            /** @description Of the number among those of its row, from 1; null: its row has no other. */
            number_place: number | null;
            /** @description What the number is, such as `mobile`, by the list. */
            number_label: string | null;
            /** @enum {string} */
            state: "due" | "claimed" | "final" | "locked";
            /** @description Disposition of its last call that has ended. */
            disposition: ("completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost") | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            due_at: string;
            /** @description Why it is not dialled earlier, or why it is final; null: it only waits for its turn. */
            due_reason: string | null;
            /** @description Zones where the contact may be; null: the campaign’s zone. */
            zones: string[] | null;
            /** @enum {string} */
            zone_source: "row" | "import" | "number" | "campaign";
            /** @description Where the contact is by its address and its number; null: not known, or its zones were named. */
            area: components["schemas"]["ContactArea"] | null;
            not_before: string | null;
            not_after: string | null;
            /** @description The only agent who may take calls with this contact. */
            agent_id: string | null;
            calls: number;
        };
        Preflight: {
            campaign_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            start_at: string;
            contacts: {
                total: number;
                /** @description Contacts that the rules allow to dial, now or later. */
                to_dial: number;
                now: number;
                later: {
                    reason: string;
                    text: string;
                    contacts: number;
                }[];
                on_call: number;
                skipped: {
                    reason: string;
                    text: string;
                    contacts: number;
                    /** @description Positions of the first few contacts. */
                    examples: number[];
                }[];
            };
            first_dial_at: string | null;
            /** @description The first instant by which the calling window has allowed everybody’s first call. */
            last_first_dial_at: string | null;
            /** @description Nobody can be dialled after this instant; null: nothing ends the campaign. */
            last_dial_at: string | null;
            /** @description Countries of the contacts to dial; the largest first, at most 50. */
            zones: {
                zone: string;
                contacts: number;
            }[];
            zone_sources: {
                [key: string]: number;
            };
            /** @description Countries and subdivisions of the contacts to dial; the largest first, at most 50. Contacts whose zones were named are in none. */
            areas: {
                area: string;
                contacts: number;
            }[];
            /** @description Contacts whose address is in another area than their number. */
            area_mismatches: number;
            /** @description The release of the data of area codes. */
            area_data: string;
            /** @description Attempts that the rules allow for all contacts to dial. */
            attempts: number;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Null: the cost of a call is unknown. */
            cost: {
                /** @example 0.0125 */
                low: string;
                /** @example 0.0125 */
                high: string;
                per_call: {
                    /** @example 0.0125 */
                    low: string;
                    /** @example 0.0125 */
                    high: string;
                };
                /** @enum {string} */
                from: "request" | "settled-calls" | "budget";
                budget_ends_it: boolean;
            } | null;
            zone_rules: components["schemas"]["ZoneRules"];
            warnings: {
                code: string;
                text: string;
                /**
                 * @description Left out: a warning. An error prevents all calls until it is fixed.
                 * @constant
                 */
                severity?: "error";
                /** @description Section of the carrier’s interface document. */
                section?: string;
            }[];
            /** @description What the carrier was asked, by reads only; its warnings are above. */
            carrier: {
                asked: boolean;
                /** @description Of agents that may take the calls. */
                sip_accounts: {
                    used: number;
                    asked: number;
                    found: number;
                };
                /** @description Of the account; null: they could not be listed. */
                numbers: {
                    listed: number | null;
                    documents_asked: number;
                };
                /** @description In the carrier’s format; null: unknown. */
                balance: {
                    amount: string;
                    currency: string | null;
                } | null;
                /** @description What was not checked, and why. */
                notes: {
                    code: string;
                    text: string;
                    /**
                     * @description Left out: a warning. An error prevents all calls until it is fixed.
                     * @constant
                     */
                    severity?: "error";
                    /** @description Section of the carrier’s interface document. */
                    section?: string;
                }[];
            };
        };
        /** @description Releases of the IANA time zone data: the one this server uses, and the one of its machine. */
        ZoneRules: {
            /** @example 2026c */
            release: string | null;
            /** @description Null: the machine has none. */
            machine_release: string | null;
        };
        Rehearsal: {
            campaign_id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            start_at: string;
            contacts: number;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            answers: {
                outcomes: {
                    [key: string]: number;
                };
                agent_ring: {
                    from: string;
                    to: string;
                };
                agent_ring_out: {
                    from: string;
                    to: string;
                };
                customer_ring: {
                    from: string;
                    to: string;
                };
                customer_ring_out: {
                    from: string;
                    to: string;
                };
                talk: {
                    from: string;
                    to: string;
                };
                wrap_up: {
                    from: string;
                    to: string;
                } | null;
                handling: string;
                /** @example 0.0125 */
                cost_per_minute: string;
                /** @example 0.0125 */
                fee_per_call: string;
            };
            assumptions: string[];
            /** @description Null: a run did not end. */
            finished_at: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                low: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                median: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                high: string;
            } | null;
            calls: {
                low: number;
                median: number;
                high: number;
            };
            reached: {
                low: number;
                median: number;
                high: number;
            };
            cost: {
                /** @example 0.0125 */
                low: string;
                /** @example 0.0125 */
                median: string;
                /** @example 0.0125 */
                high: string;
            };
            /** @description Over the working time: from the first dial to the last end, without pauses of more than an hour. */
            calls_per_hour: {
                low: number;
                median: number;
                high: number;
            };
            /** @description Share of the agents’ working time (as in `calls_per_hour`) that they spend on calls and wrap-up. */
            agent_use: {
                low: number;
                median: number;
                high: number;
            };
            /** @description The run with the median cost. */
            typical: {
                seed: number;
                /** @description When the last contact was final; null: some contacts are never final. */
                finished_at: string | null;
                calls: number;
                reached: number;
                /** @example 0.0125 */
                cost: string;
                /** @description Why it was stopped before its end: too many calls, or more than a year. */
                cut: ("calls" | "horizon") | null;
                first_dial_at: string | null;
                last_dial_at: string | null;
                calls_by_disposition: {
                    [key: string]: number;
                };
                most_calls_in_an_hour: number;
                never_reached: {
                    reason: string;
                    text: string;
                    contacts: number;
                    examples: number[];
                }[];
                by_day: {
                    day: string;
                    calls: number;
                    reached: number;
                }[];
            };
            runs: {
                seed: number;
                /** @description When the last contact was final; null: some contacts are never final. */
                finished_at: string | null;
                calls: number;
                reached: number;
                /** @example 0.0125 */
                cost: string;
                /** @description Why it was stopped before its end: too many calls, or more than a year. */
                cut: ("calls" | "horizon") | null;
            }[];
            /** @description What was left out, as text. */
            cut: string[];
        };
        Forecast: {
            campaign_id: string;
            /** @enum {string} */
            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Of the last rehearsal before the start; null: there was none. */
            forecast: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                made_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                start_at: string;
                contacts: number;
                first_dial_at: string | null;
                /** @description Null: a run did not end. */
                finished_at: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    low: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    median: string;
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    high: string;
                } | null;
                calls: {
                    low: number;
                    median: number;
                    high: number;
                };
                reached: {
                    low: number;
                    median: number;
                    high: number;
                };
                cost: {
                    /** @example 0.0125 */
                    low: string;
                    /** @example 0.0125 */
                    median: string;
                    /** @example 0.0125 */
                    high: string;
                };
            } | null;
            /** @description Null until the campaign is over. */
            actual: {
                contacts: number;
                /** @description Null: nobody has been dialled. */
                first_dial_at: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                finished_at: string;
                /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
                calls: number;
                /** @description Contacts whose last call was completed or dropped. */
                reached: number;
                /** @example 0.0125 */
                cost: string;
                /** @description Calls whose cost is not known yet. */
                costs_open: number;
            } | null;
        };
        Why: {
            campaign_id: string;
            position: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            asked_at: string;
            /**
             * @description `waits`: for something without a known end, such as a free agent.
             * @enum {string}
             */
            verdict: "now" | "later" | "waits" | "never" | "on-call";
            text: string;
            /** @description The earliest instant at which it may be dialled, as of now. */
            at: string | null;
            /** @description The release of the IANA time zone data that this server uses. */
            zone_rules: string | null;
            /** @description What would prevent its POST at this instant; null: nothing. */
            admission: string | null;
            rules: {
                /** @enum {string} */
                rule: "contact" | "campaign" | "account" | "hold" | "suppression" | "consent" | "number" | "not-before" | "not-after" | "caps" | "window" | "attempts" | "budget" | "live-calls" | "pace" | "agents";
                /** @enum {string} */
                answer: "yes" | "no";
                text: string;
                until: string | null;
                inputs: {
                    [key: string]: unknown;
                };
            }[];
        };
        AuditEntry: {
            id: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            /** @description Name of the API key. Automatic changes are attributed to `dialwright`. */
            who: string;
            /** @enum {string} */
            what: "account.let-go" | "account.limited" | "account.stopped" | "agent.added" | "agent.deleted" | "agent.edited" | "agent.moved" | "budget.alert" | "call.closed" | "call.hangup-asked" | "call.identified" | "call.ordered" | "call.outcome-set" | "callback.edited" | "callback.made" | "callback.moved" | "campaign.cloned" | "campaign.created" | "campaign.edited" | "campaign.moved" | "campaign.page-edited" | "carrier.change-answered" | "carrier.change-asked" | "consents.recorded" | "contacts.added" | "hold.ended" | "hold.lifted" | "hold.opened" | "key.created" | "key.revoked" | "outcome-code.deleted" | "outcome-code.put" | "privacy.erase-asked" | "privacy.erased" | "privacy.number-allowed" | "reconciliation.asked" | "report.created" | "report.deleted" | "session.ended" | "session.started" | "suppression-list.dropped" | "import.undone" | "suppression-list.put" | "suppressions.adding" | "suppressions.added" | "suppressions.removed" | "user.changed" | "user.created" | "user.link-made" | "user.password-set" | "user.removed" | "user.second-factor-removed" | "user.second-factor-set" | "webhook-endpoint.added" | "webhook-endpoint.disabled" | "webhook-endpoint.edited" | "webhook-endpoint.enabled" | "webhook-endpoint.removed" | "webhook-endpoint.replayed" | "webhook-endpoint.rotated" | "webhooks.healthy" | "webhooks.lost";
            target: string;
            /** @description What people call it now; null: it is gone, or has no name. */
            target_name: string | null;
            /** @description What was there before the change; null: nothing. */
            before: unknown;
            after: unknown;
        };
        CreatedKey: {
            /** @description Public: the key reads `dw_{id}_{secret}`. */
            id: string;
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description Of the role `agent`; else null. */
            agent_id: string | null;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Name of the key that created it. */
            created_by: string;
            expires_at: string | null;
            revoked_at: string | null;
            /** @description May be a minute late. */
            last_used_at: string | null;
            /** @description This request was sent with it. */
            current: boolean;
            /** @description The key itself. It is shown only here and is not stored. Null in the answer to a repeated request: revoke the key and create another. */
            key: string | null;
        };
        Key: {
            /** @description Public: the key reads `dw_{id}_{secret}`. */
            id: string;
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description Of the role `agent`; else null. */
            agent_id: string | null;
            /** @enum {string} */
            state: "active" | "expired" | "revoked";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Name of the key that created it. */
            created_by: string;
            expires_at: string | null;
            revoked_at: string | null;
            /** @description May be a minute late. */
            last_used_at: string | null;
            /** @description This request was sent with it. */
            current: boolean;
        };
        CurrentKey: {
            /** @description Of the key, or of the user; null: a key of DIALWRIGHT_API_KEYS. */
            id: string | null;
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description Of the role `agent`; else null. */
            agent_id: string | null;
            /**
             * @description `environment`: a key of DIALWRIGHT_API_KEYS. `store`: another key. `user`: a person who has signed in.
             * @enum {string}
             */
            source: "environment" | "store" | "user";
            expires_at: string | null;
        };
        Session: {
            key: components["schemas"]["CurrentKey"];
            installation: components["schemas"]["Installation"];
            /**
             * Format: date-time
             * @description The end of the session: after 12 hours, or when its key expires.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        Installation: {
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            /** @description Not null: calls go to a simulated carrier whose clock runs this many times as fast, and no phone rings. The server knows it by `DIALWRIGHT_TIME_FACTOR`, so it is null for a simulated carrier with the factor 1. */
            simulated_carrier: {
                time_factor: number;
            } | null;
            /** @description The standing demonstration of `npm start`; null everywhere else. */
            demonstration_campaign_id: string | null;
        };
        User: {
            id: string;
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description Of the role `agent`; else null. */
            agent_id: string | null;
            /**
             * @description `invited`: can sign in by a link only, because there is no password yet.
             * @enum {string}
             */
            state: "invited" | "active" | "removed";
            has_password: boolean;
            has_second_factor: boolean;
            /** @description Has signed in by the identity provider. */
            of_provider: boolean;
            /** @description Until when the link works that sets a password; null: there is none. */
            link_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            created_by: string;
            removed_at: string | null;
            /** @description The last sign-in; null: never. */
            signed_in_at: string | null;
            /** @description This request is of this user. */
            current: boolean;
        };
        InvitedUser: {
            id: string;
            name: string;
            /**
             * @description `agent`: the calls of one agent, and nothing else. `read`: lists, planning, the audit. `operate`: also what dials or changes something, recordings and exports. `admin`: also keys and the carrier account. Each includes those before it.
             * @enum {string}
             */
            role: "agent" | "read" | "operate" | "admin";
            /** @description Of the role `agent`; else null. */
            agent_id: string | null;
            /**
             * @description `invited`: can sign in by a link only, because there is no password yet.
             * @enum {string}
             */
            state: "invited" | "active" | "removed";
            has_password: boolean;
            has_second_factor: boolean;
            /** @description Has signed in by the identity provider. */
            of_provider: boolean;
            /** @description Until when the link works that sets a password; null: there is none. */
            link_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            created_by: string;
            removed_at: string | null;
            /** @description The last sign-in; null: never. */
            signed_in_at: string | null;
            /** @description This request is of this user. */
            current: boolean;
            /** @description The person opens `/#password-link={link_token}` of the dashboard and chooses a password. It works once, for three days. Null in the answer to a repeated request: make another link. */
            link_token: string | null;
        };
        NewSecondFactor: {
            /** @description In base 32, to be typed. */
            secret: string;
            /** @description To be shown as a QR code. */
            uri: string;
        };
        SignInWays: {
            /** @description Host of the identity provider (`DIALWRIGHT_OIDC_ISSUER`); null: there is none. */
            provider: string | null;
        };
        Event: {
            /**
             * @description Increases from event to event. A repeated delivery has the same id.
             * @example evt_1042
             */
            id: string;
            /** @enum {string} */
            type: "account.going" | "account.stopped" | "agent.deleted" | "agent.paused" | "agent.ready" | "alert.hold" | "alert.budget" | "alert.no-agents" | "alert.unknown-calls" | "alert.placements-unknown" | "alert.ingress-silent" | "alert.temporal-away" | "alert.worker-away" | "alert.sweep-away" | "alert.workflow-stuck" | "alert.recordings-late" | "alert.answers-fell" | "alert.place-answers-fell" | "alert.webhook-endpoint" | "call.bridged" | "call.ended" | "call.outcome" | "call.offered" | "call.placed" | "call.settled" | "call.unknown" | "call.unsettled" | "campaign.cancelled" | "campaign.completed" | "campaign.draining" | "campaign.paused" | "campaign.resumed" | "campaign.scheduled" | "campaign.started" | "campaign.unscheduled" | "contact.final" | "hold.lifted" | "hold.opened" | "import.done" | "import.stopped" | "recording.missing" | "recording.stored";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description Path of the resource without /v1/.
             * @example calls/cabcdefghi.5.1
             */
            subject: string;
            campaign: string | null;
            /** @description Facts by the type, see docs/events.md. No names and numbers: read the resource for more. */
            data: {
                [key: string]: unknown;
            };
        };
        Alert: {
            /** @enum {string} */
            kind: "hold" | "budget" | "no-agents" | "unknown-calls" | "placements-unknown" | "ingress-silent" | "temporal-away" | "worker-away" | "sweep-away" | "workflow-stuck" | "recordings-late" | "answers-fell" | "place-answers-fell" | "webhook-endpoint";
            subject: string;
            campaign: string | null;
            text: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            raised_at: string;
        };
        Erasure: {
            id: string;
            /** @enum {string} */
            state: "open" | "done";
            /**
             * @description What is being erased; the last one if it is done.
             * @enum {string}
             */
            step: "callbacks" | "contacts" | "suppressions" | "idempotency_keys" | "import_rows" | "audit" | "reconciliations" | "events" | "campaigns" | "agents" | "agent_states" | "account" | "timeline" | "inbox" | "recording_deliveries" | "unreadable_webhooks" | "reports" | "files";
            steps_done: number;
            steps: number;
            /** @description Why it does not go on now. */
            waiting_for: string | null;
            /** @description By kind, such as `contacts`, `calls`, `recordings`; kinds without any are left out. */
            erased: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            asked_at: string;
            ended_at: string | null;
        };
        ErasurePreview: {
            numbers: number;
            /** @description By kind, such as `contacts`, `calls`, `recordings`; kinds without any are left out. */
            found: {
                [key: string]: number;
            };
            /** @description The erasure waits until they are over; no further call is placed. */
            live_calls: string[];
        };
        AllowedNumber: {
            /** @constant */
            allowed: true;
            /** @description The lists that hold the number again. */
            suppression_lists: {
                id: string;
                /** @description Null: permanently. */
                until: string | null;
            }[];
        };
        NewWebhookEndpoint: {
            id: string;
            url: string;
            description: string;
            types: string[] | null;
            /** @enum {string} */
            state: "enabled" | "disabled";
            disabled_reason: string | null;
            /**
             * @description Id of an event: nothing up to it is left to be sent.
             * @example evt_1042
             */
            position: string;
            /** @description Events that are being sent again, up to `to`. */
            replay: {
                position: string;
                to: string;
            } | null;
            /** @description Null: the last request succeeded. */
            failing: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                tries: number;
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                next_try_at: string;
            } | null;
            /** @description Until then requests are signed with the secret that was replaced, too. */
            old_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Signs the requests (Standard Webhooks). It is shown only once: null in the answer to a repeated request.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string | null;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string;
            types: string[] | null;
            /** @enum {string} */
            state: "enabled" | "disabled";
            disabled_reason: string | null;
            /**
             * @description Id of an event: nothing up to it is left to be sent.
             * @example evt_1042
             */
            position: string;
            /** @description Events that are being sent again, up to `to`. */
            replay: {
                position: string;
                to: string;
            } | null;
            /** @description Null: the last request succeeded. */
            failing: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                tries: number;
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                next_try_at: string;
            } | null;
            /** @description Until then requests are signed with the secret that was replaced, too. */
            old_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        WebhookDelivery: {
            /**
             * @description `replay`: sent again on request. `test`: without an event.
             * @enum {string}
             */
            kind: "event" | "replay" | "test";
            event: string | null;
            type: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            duration_ms: number;
            /** @description HTTP status; null: no answer. */
            status: number | null;
            /** @description Null: delivered. */
            failure: string | null;
            next_try_at: string | null;
        };
        EditedWebhookEndpoint: {
            id: string;
            url: string;
            description: string;
            types: string[] | null;
            /** @enum {string} */
            state: "enabled" | "disabled";
            disabled_reason: string | null;
            /**
             * @description Id of an event: nothing up to it is left to be sent.
             * @example evt_1042
             */
            position: string;
            /** @description Events that are being sent again, up to `to`. */
            replay: {
                position: string;
                to: string;
            } | null;
            /** @description Null: the last request succeeded. */
            failing: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                since: string;
                tries: number;
                reason: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                next_try_at: string;
            } | null;
            /** @description Until then requests are signed with the secret that was replaced, too. */
            old_secret_expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description JSON pointers of what the patch removed by null.
             * @example [
             *       "/budget/total"
             *     ]
             */
            removed: string[];
        };
        WebhookTest: {
            status: number | null;
            /** @description Null: delivered. */
            failure: string | null;
            duration_ms: number;
        };
        CarrierList: {
            data: {
                [key: string]: unknown;
            }[];
            /** @description What the carrier sent with the list: pages, counts. */
            beside: {
                [key: string]: unknown;
            };
        };
        CarrierRecord: {
            /** @description Every field, as the carrier names it. */
            data: {
                [key: string]: unknown;
            };
        };
        CarrierOperationAnswer: {
            /** @description The values at the pointers of `read`. */
            fields: {
                [key: string]: unknown;
            };
            /** @description The JSON that came; text if it is not JSON. */
            body: unknown;
        };
        Reconciliation: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /**
             * @description `open`: requested, or running. Final: `done`, `failed`.
             * @enum {string}
             */
            state: "open" | "done" | "failed";
            /** @description Why it failed. */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            asked_at: string;
            ended_at: string | null;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            report: {
                records: number;
                /** @description Records without a usable id. */
                unreadable: number;
                /** @description Records whose cost is no amount, such as "€0.12"; nothing is taken from them. */
                unreadable_costs: number;
                /** @description Every record is counted once. */
                counts: {
                    equal: number;
                    differs: number;
                    settles: number;
                    unpriced: number;
                    not_over: number;
                    identifies: number;
                    doubtful: number;
                    not_ours: number;
                    repeated: number;
                    conflicting: number;
                };
                /** @description Calls that the carrier accepted and has no record of. */
                missing: number;
                /** @description Unknown calls that have no record. */
                unexplained: number;
                /** @description As of before the comparison took effect. */
                money: {
                    /**
                     * @description Our cost of the calls counted in the difference.
                     * @example 0.0125
                     */
                    ours: string;
                    /**
                     * @description The cost in their records.
                     * @example 0.0125
                     */
                    theirs: string;
                    /**
                     * @description Their cost minus ours, over the records counted as `equal`, `differs` and `settles`; a call without a cost counts as 0 on our side.
                     * @example 0.0125
                     */
                    difference: string;
                    /**
                     * @description What stays of the difference: of the records counted as `differs`. The rest was taken over from the records.
                     * @example 0.0125
                     */
                    open: string;
                };
                answer_seizure: {
                    /** @description Calls that the carrier accepted and that have ended. */
                    attempts: number;
                    /** @description Those in which the customer answered. */
                    answered: number;
                    /** @description From 0 to 1; null without a call. */
                    ratio: number | null;
                    carrier: number | null;
                    /** @description False: the declared operation takes no span, so the carrier’s figure covers another one. */
                    carrier_of_span: boolean | null;
                    /** @description Why the carrier’s figure is unknown. */
                    carrier_reason: string | null;
                    /** @description Their value minus ours. */
                    difference: number | null;
                };
                /** @description The first 100 of each. */
                lists: {
                    differs: {
                        ref: string;
                        carrier_call_id: string;
                        ours: string | null;
                        theirs: string | null;
                        /** @description Their value minus ours. */
                        difference: string | null;
                    }[];
                    settles: {
                        ref: string;
                        carrier_call_id: string;
                        ours: string | null;
                        theirs: string | null;
                        /** @description Their value minus ours. */
                        difference: string | null;
                    }[];
                    identifies: {
                        ref: string;
                        carrier_call_id: string;
                        ours: string | null;
                        theirs: string | null;
                        /** @description Their value minus ours. */
                        difference: string | null;
                        /** @enum {string} */
                        evidence: "callback-url" | "webhook";
                    }[];
                    doubtful: {
                        carrier_call_id: string;
                        number: string | null;
                        started_at: string | null;
                        seconds: number | null;
                        cost: string | null;
                        /** @description Our calls that the record may belong to. */
                        refs: string[];
                    }[];
                    conflicting: {
                        carrier_call_id: string;
                        number: string | null;
                        started_at: string | null;
                        seconds: number | null;
                        cost: string | null;
                        /** @description Our calls that the record may belong to. */
                        refs: string[];
                    }[];
                    not_ours: {
                        carrier_call_id: string;
                        number: string | null;
                        started_at: string | null;
                        seconds: number | null;
                        cost: string | null;
                        /** @description Our calls that the record may belong to. */
                        refs: string[];
                    }[];
                    missing: {
                        ref: string;
                        carrier_call_id: string | null;
                        number: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T09:30:00.000Z
                         */
                        placed_at: string;
                        cost: string | null;
                    }[];
                    unexplained: {
                        ref: string;
                        carrier_call_id: string | null;
                        number: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-21T09:30:00.000Z
                         */
                        placed_at: string;
                        cost: string | null;
                    }[];
                };
            } | null;
        };
        ReconciliationSummary: {
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /**
             * @description `open`: requested, or running. Final: `done`, `failed`.
             * @enum {string}
             */
            state: "open" | "done" | "failed";
            /** @description Why it failed. */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            asked_at: string;
            ended_at: string | null;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            report: {
                records: number;
                /** @description Records without a usable id. */
                unreadable: number;
                /** @description Records whose cost is no amount, such as "€0.12"; nothing is taken from them. */
                unreadable_costs: number;
                /** @description Every record is counted once. */
                counts: {
                    equal: number;
                    differs: number;
                    settles: number;
                    unpriced: number;
                    not_over: number;
                    identifies: number;
                    doubtful: number;
                    not_ours: number;
                    repeated: number;
                    conflicting: number;
                };
                /** @description Calls that the carrier accepted and has no record of. */
                missing: number;
                /** @description Unknown calls that have no record. */
                unexplained: number;
                /** @description As of before the comparison took effect. */
                money: {
                    /**
                     * @description Our cost of the calls counted in the difference.
                     * @example 0.0125
                     */
                    ours: string;
                    /**
                     * @description The cost in their records.
                     * @example 0.0125
                     */
                    theirs: string;
                    /**
                     * @description Their cost minus ours, over the records counted as `equal`, `differs` and `settles`; a call without a cost counts as 0 on our side.
                     * @example 0.0125
                     */
                    difference: string;
                    /**
                     * @description What stays of the difference: of the records counted as `differs`. The rest was taken over from the records.
                     * @example 0.0125
                     */
                    open: string;
                };
                answer_seizure: {
                    /** @description Calls that the carrier accepted and that have ended. */
                    attempts: number;
                    /** @description Those in which the customer answered. */
                    answered: number;
                    /** @description From 0 to 1; null without a call. */
                    ratio: number | null;
                    carrier: number | null;
                    /** @description False: the declared operation takes no span, so the carrier’s figure covers another one. */
                    carrier_of_span: boolean | null;
                    /** @description Why the carrier’s figure is unknown. */
                    carrier_reason: string | null;
                    /** @description Their value minus ours. */
                    difference: number | null;
                };
            } | null;
        };
        ReportJob: {
            id: string;
            /** @enum {string} */
            report: "calls" | "contacts" | "recordings" | "shifts" | "costs";
            /**
             * @description `open`: it waits or is written. `done` and `failed` are final. Final: `done`, `failed`.
             * @enum {string}
             */
            state: "open" | "done" | "failed";
            /** @description Written so far. */
            rows: number;
            /** @description Of the file; null until it is done. */
            bytes: number | null;
            attempts: number;
            /** @description Why the last attempt failed. */
            reason: string | null;
            /** @description Path of the file; null until it is done. */
            file: string | null;
            created_by: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            ended_at: string | null;
            /**
             * Format: date-time
             * @description The job and its file are deleted then.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        Statistics: {
            /**
             * Format: date-time
             * @description Widened to a whole quarter of an hour.
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            zone: string;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            campaign_id: string | null;
            agent_id: string | null;
            /** @enum {string} */
            by: "15m" | "hour" | "day" | "month";
            /** @description Calls placed in the last 60 seconds, whatever span is shown. */
            calls_a_minute: number;
            total: components["schemas"]["CallCounts"];
            /** @description What all agents together did, or the one of `agent`, by the clock: a call counts in the time that it took, up to now. With `campaign` only the time with its calls, because an agent is idle for all campaigns. Null: after an outage of the servers too much is not counted yet; ask again in a minute. Null with `agent_time=false`. */
            agent_time: {
                /** @description Time in which agents were ready, without a call and not in wrap-up. Null with `campaign`. */
                ready_seconds: number | null;
                ringing_seconds: number;
                /** @description From the answer of the agent to the end. */
                on_call_seconds: number;
                wrap_up_seconds: number;
                /** @description Time in which agents were paused, and not on a call. Null with `campaign`. */
                paused_seconds: number | null;
                /** @description Busy time divided by busy and idle time. Pauses do not count. Empty if no agent was available. From 0 to 1. */
                occupancy: number | null;
                /** @description Time of agents with a call: ringing (from the POST on), on the call and in wrap-up. */
                busy_seconds: number;
            } | null;
            /** @description When customers answer: all calls of the span by the hour of their last POST. Hours in which nobody was dialled are left out. */
            hours_of_day: {
                /** @description By the clocks of `zone`. */
                hour: number;
                /** @description Calls in which the customer was dialled: those that the agent answered. */
                dialled: number;
                /** @description Calls among the dialled ones that the customer answered: talks. The field is `answered`, beside `dialled`. */
                answered: number;
            }[];
            /** @description Without gaps, oldest first. */
            buckets: components["schemas"]["StatisticsBucket"][];
        };
        CallCounts: {
            /** @description Calls with a POST, at the last one of each, refused ones included. A call that waits after a refusal counts when its next POST leaves, or it ends. Of an agent: only those that rang the agent’s phone (agent_rang). */
            calls: number;
            /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
            placed: number;
            /** @description Calls that have not ended. */
            live: number;
            /** @description Calls that rang the agent’s phone: the agent answered, or the call ended because the agent did not. A live call counts, because its agent is rung first. */
            agent_rang: number;
            /** @description Calls that the agent answered, so that the customer was dialled. */
            answered: number;
            /** @description Calls that rang the customer’s phone. */
            customer_rang: number;
            /** @description Calls in which agent and customer were connected. */
            bridged: number;
            dispositions: {
                [key: string]: number;
            };
            /** @description How long agents’ phones rang, as far as it is known. */
            agent_ring_seconds: number;
            /** @description How long customers’ phones rang, as far as it is known. */
            customer_ring_seconds: number;
            /** @description From the bridge to the end of each talk, as far as it is known. */
            talk_seconds: number;
            /**
             * @description The exact sum of the bills so far. Calls that are not settled yet count with nothing.
             * @example 0.0125
             */
            cost: string;
            /**
             * @description Answer-seizure ratio: talks divided by calls placed. Empty without a placed call. Live calls count as placed. From 0 to 1. The carrier’s own figure is in reconciliations.
             * @example 0.4167
             */
            asr: number | null;
        };
        StatisticsBucket: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            /**
             * @description `from` by the clocks of `zone`.
             * @example 2026-11-23T09:00
             */
            local_from: string;
            /** @description Calls with a POST, at the last one of each, refused ones included. A call that waits after a refusal counts when its next POST leaves, or it ends. Of an agent: only those that rang the agent’s phone (agent_rang). */
            calls: number;
            /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
            placed: number;
            /** @description Calls that have not ended. */
            live: number;
            /** @description Calls that rang the agent’s phone: the agent answered, or the call ended because the agent did not. A live call counts, because its agent is rung first. */
            agent_rang: number;
            /** @description Calls that the agent answered, so that the customer was dialled. */
            answered: number;
            /** @description Calls that rang the customer’s phone. */
            customer_rang: number;
            /** @description Calls in which agent and customer were connected. */
            bridged: number;
            dispositions: {
                [key: string]: number;
            };
            /** @description How long agents’ phones rang, as far as it is known. */
            agent_ring_seconds: number;
            /** @description How long customers’ phones rang, as far as it is known. */
            customer_ring_seconds: number;
            /** @description From the bridge to the end of each talk, as far as it is known. */
            talk_seconds: number;
            /**
             * @description The exact sum of the bills so far. Calls that are not settled yet count with nothing.
             * @example 0.0125
             */
            cost: string;
            /**
             * @description Answer-seizure ratio: talks divided by calls placed. Empty without a placed call. Live calls count as placed. From 0 to 1. The carrier’s own figure is in reconciliations.
             * @example 0.4167
             */
            asr: number | null;
            /** @description What all agents together did, or the one of `agent`, by the clock: a call counts in the time that it took, up to now. With `campaign` only the time with its calls, because an agent is idle for all campaigns. Null: after an outage of the servers too much is not counted yet; ask again in a minute. Null with `agent_time=false`. */
            agent_time: {
                /** @description Time in which agents were ready, without a call and not in wrap-up. Null with `campaign`. */
                ready_seconds: number | null;
                ringing_seconds: number;
                /** @description From the answer of the agent to the end. */
                on_call_seconds: number;
                wrap_up_seconds: number;
                /** @description Time in which agents were paused, and not on a call. Null with `campaign`. */
                paused_seconds: number | null;
                /** @description Busy time divided by busy and idle time. Pauses do not count. Empty if no agent was available. From 0 to 1. */
                occupancy: number | null;
                /** @description Time of agents with a call: ringing (from the POST on), on the call and in wrap-up. */
                busy_seconds: number;
            } | null;
        };
        Costs: {
            /**
             * Format: date-time
             * @description Widened to a whole quarter of an hour.
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            zone: string;
            /**
             * @description Currency of the amounts (ISO 4217, setting `DIALWRIGHT_CURRENCY`); null: not set.
             * @example EUR
             */
            currency: string | null;
            campaign_id: string | null;
            agent_id: string | null;
            /** @enum {string} */
            by: "month" | "campaign" | "agent";
            total: components["schemas"]["CallCounts"];
            data: {
                /** @example 2026-11 */
                month: string | null;
                campaign_id: string | null;
                /** @description Empty: calls that rang no agent’s phone. */
                agent_id: string | null;
                /** @description Of the campaign or agent, if it is still there. */
                name: string | null;
                /** @description Calls with a POST, at the last one of each, refused ones included. A call that waits after a refusal counts when its next POST leaves, or it ends. Of an agent: only those that rang the agent’s phone (agent_rang). */
                calls: number;
                /** @description Calls that the carrier placed or may have placed: those with a POST, without refused and not-dialled ones. Of an agent: only those that rang the agent’s phone (agent_rang). */
                placed: number;
                /** @description Calls that have not ended. */
                live: number;
                /** @description Calls that rang the agent’s phone: the agent answered, or the call ended because the agent did not. A live call counts, because its agent is rung first. */
                agent_rang: number;
                /** @description Calls that the agent answered, so that the customer was dialled. */
                answered: number;
                /** @description Calls that rang the customer’s phone. */
                customer_rang: number;
                /** @description Calls in which agent and customer were connected. */
                bridged: number;
                dispositions: {
                    [key: string]: number;
                };
                /** @description How long agents’ phones rang, as far as it is known. */
                agent_ring_seconds: number;
                /** @description How long customers’ phones rang, as far as it is known. */
                customer_ring_seconds: number;
                /** @description From the bridge to the end of each talk, as far as it is known. */
                talk_seconds: number;
                /**
                 * @description The exact sum of the bills so far. Calls that are not settled yet count with nothing.
                 * @example 0.0125
                 */
                cost: string;
                /**
                 * @description Answer-seizure ratio: talks divided by calls placed. Empty without a placed call. Live calls count as placed. From 0 to 1. The carrier’s own figure is in reconciliations.
                 * @example 0.4167
                 */
                asr: number | null;
            }[];
        };
        Answers: {
            /** @enum {string} */
            by: "area" | "prefix";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
            campaign_id: string | null;
            data: {
                /**
                 * @description The area, such as `US-CA`, or the prefix; null: not known.
                 * @example US-CA
                 */
                key: string | null;
                /** @description Calls in which the customer was dialled: those that the agent answered. */
                dialled: number;
                /** @description Calls among the dialled ones that the customer answered: talks. The field is `answered`, beside `dialled`. */
                answered: number;
                /** @description Of a span of the same length just before. */
                before: {
                    /** @description Calls in which the customer was dialled: those that the agent answered. */
                    dialled: number;
                    /** @description Calls among the dialled ones that the customer answered: talks. The field is `answered`, beside `dialled`. */
                    answered: number;
                };
                /** @description Customers answered clearly less often than before: the number may be labelled as spam there. */
                fell: boolean;
                /** @description By the clocks of the area, the best first; empty: too few calls say. */
                best_hours: {
                    hour: number;
                    /** @description Calls in which the customer was dialled: those that the agent answered. */
                    dialled: number;
                    /** @description Calls among the dialled ones that the customer answered: talks. The field is `answered`, beside `dialled`. */
                    answered: number;
                }[];
            }[];
        };
        RedialRuleOutput: {
            /**
             * @description From the end of the call to the next.
             * @example 30m
             */
            after: string;
            /**
             * @description Up to this share of the delay is added at random, so that a burst of calls is spread out.
             * @default 0
             */
            jitter: number;
            /**
             * @description No more calls after this number of the contact’s calls ended in this way.
             * @default 100
             */
            most: number;
        };
        /** @description In local time of the contact. */
        CallingWindowOutput: {
            hours: {
                weekdays: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                /** @example 09:30 */
                from: string;
                /** @example 09:30 */
                to: string;
            }[];
            /**
             * @description A date, or a date and the country or state where it counts: `2026-01-06 DE-BY`.
             * @default []
             */
            closed_dates: string[];
            /**
             * @description No POST within this time before closing: the agent’s phone rings first.
             * @default 2m
             * @example 30m
             */
            ring_margin: string;
        };
        /** @description How often one number or person may be dialled, over all campaigns; calls that reached the agent only do not count. */
        NumberCapsOutput: {
            /**
             * @description Whose dials count. `person`: those of all numbers of the person, in any campaign. Contacts with the same `person_key` are one person. A contact without one counts by its number.
             * @default number
             * @enum {string}
             */
            count_by: "number" | "person";
            /** @default null */
            per_day: number | null;
            /** @default [] */
            rolling: {
                days: number;
                most: number;
            }[];
            /**
             * @default 0s
             * @example 30m
             */
            least_gap: string;
            /**
             * @description Since the end of the last call of the number whose outcome is of the groups `sale` or `talked`, in any campaign; null: no such rule.
             * @default null
             */
            after_talk: string | null;
            /**
             * @description Since the end of the last call of the number whose outcome is of the groups `refused` or `wrong-number`; null: no such rule.
             * @default null
             */
            after_refusal: string | null;
            /**
             * @description Since the end of the last call of the number whose outcome is of the groups `machine` or `silent`; null: no such rule. Left out of `caps`: 3d (72 hours), as Ofcom wants after silent calls.
             * @default 3d
             */
            after_silence: string | null;
        };
        ConsentRuleOutput: {
            /**
             * @description `no-objection`: who has objected, or taken a consent back, is not called. `relation`: only who has consented, made an inquiry or has a contract. `prior-consent`: only who has consented. An objection always counts, until a later consent.
             * @enum {string}
             */
            needed: "no-objection" | "relation" | "prior-consent";
            /**
             * @description What the campaign calls for. Consents and objections for another purpose do not count for it. Null: all objections count, and consents for all calls only.
             * @default null
             */
            purpose: string | null;
        };
        BudgetOutput: {
            /** @default null */
            total: string | null;
            /**
             * @description Days are those of the campaign’s zone.
             * @default null
             */
            per_day: string | null;
            /**
             * @description Reserved from the POST until the cost is known: the most that a call can cost.
             * @example 0.0125
             */
            reserve_per_call: string;
            /** @default 0.8 */
            alert_at: number;
        };
        AgentRulesOutput: {
            /**
             * @description The pool whose agents take the calls; null: any pool.
             * @default null
             */
            pool: string | null;
            /**
             * @description After a call that the agent answered.
             * @default 0s
             * @example 30m
             */
            wrap_up: string;
            /**
             * @description After a call in which people talked, wrap-up lasts until its outcome is set, and at most so long; null: no outcome is required.
             * @default null
             */
            outcome_within: string | null;
            /** @default null */
            pause_after_misses: number | null;
        };
        RefusalRuleOutput: {
            /** @enum {string} */
            action: "retry" | "fail-contact" | "pause-campaign";
            /**
             * @description For `retry`: from the refusal to the next POST; null: growing pauses.
             * @default null
             */
            after: string | null;
            /**
             * @description For `retry`: the number for one call. For `fail-contact`: the number of contacts in a row. One more pauses the campaign.
             * @default 5
             */
            most: number;
        };
    };
    responses: {
        /** @description The request cannot be read: no valid JSON, or a broken URL */
        Problem400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No API key, or an unknown one */
        Problem401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The carrier demands payment */
        Problem402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The role of the API key does not allow it: `needed_role` names the one that does */
        Problem403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The carrier does not allow it for the server’s key */
        Problem403OfCarrier: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The role of the API key does not allow it: `needed_role` names the one that does. Or: The carrier does not allow it for the server’s key */
        Problem403OfRoleOrCarrier: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found */
        Problem404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request came too slowly */
        Problem408: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not possible in the current state */
        Problem409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not kept any more */
        Problem410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `If-Match` names another `ETag`: the resource was changed after it was read */
        Problem412: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than this route accepts */
        Problem413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A part of the path is too long */
        Problem414: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body has a content type that this route does not accept */
        Problem415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No such range */
        Problem416: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request is invalid: `errors` names each field and the reason */
        Problem422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; retry after `Retry-After` */
        Problem429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The headers together are longer than 16 KiB */
        Problem431: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An internal error; the request can be retried with its `Idempotency-Key` */
        Problem500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The carrier cannot be reached, or its answer cannot be used; `may_have_happened`: the change may have taken effect */
        Problem502: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The database cannot be used, or the server is being stopped; retry after `Retry-After` */
        Problem503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Temporarily not possible */
        Problem503ForNow: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The carrier did not answer in time; `may_have_happened`: the change may have taken effect */
        Problem504: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /** @description Name of the SIP account, or its numeric id. */
        Account: string;
        Agent: string;
        AgentId: string;
        /** @description Whether to say what agents did. The time since the last quarter of an hour is added up for each agent, so polls that show only calls leave it out. */
        AgentTime: string;
        /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
        Bom: string;
        By: "month" | "campaign" | "agent";
        CallbackId: string;
        /** @description Its id. */
        Campaign: string;
        CampaignId: string;
        CodeId: string;
        /** @description `next_cursor` of the page before. */
        Cursor: string;
        /** @description JSON object: fields of the list’s own, with exactly these values, as `where.data` of a clone has them. */
        Data: string;
        /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
        Decimal: "point" | "comma";
        /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
        DefaultCountry: string;
        Delimiter: "comma" | "semicolon" | "tab";
        DestinationId: string;
        Disposition: "completed" | "dropped" | "customer-unreached" | "agent-unreached" | "leg-unknown" | "refused" | "not-dialled" | "unknown" | "carrier-lost";
        EndpointId: string;
        /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
        For: "excel-en" | "excel-cs" | "excel-da" | "excel-de" | "excel-de-CH" | "excel-es" | "excel-fi" | "excel-fr" | "excel-it" | "excel-nb" | "excel-nl" | "excel-pl" | "excel-pt" | "excel-sv";
        /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
        Format: "csv" | "ndjson";
        /** @description Created at this instant or later. */
        From: string;
        /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
        IdempotencyKey: string;
        /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
        IfMatch: string;
        ImportId: string;
        JobId: string;
        KeyId: string;
        /** @description The last event that a reader of the stream has. Browsers send it by themselves. */
        LastEventId: string;
        Limit: number;
        ListId: string;
        /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
        Number: string;
        /** @description By creation: `desc` shows the newest first, `asc` the oldest. */
        Order: "asc" | "desc";
        /** @description Code of what somebody said that it led to. */
        Outcome: string;
        PersonKey: string;
        PresetId: string;
        /** @description A DID number, or its numeric inventory id. */
        Purchase: string;
        /** @description Why the contact is postponed, or final without a call. */
        Reason: "not-before" | "window" | "per-day" | "rolling" | "gap" | "after-talk" | "after-refusal" | "after-silence" | "too-late" | "suppressed" | "no-consent" | "withdrawn" | "other-number";
        Recording: "none" | "expected" | "delivered" | "wanted" | "stored" | "missing";
        Ref: string;
        RowKey: string;
        Settlement: "none" | "open" | "settled" | "unsettled";
        State: "queued" | "claimed" | "waiting" | "placing" | "accepted" | "agent_ringing" | "agent_answered" | "customer_ringing" | "bridged" | "unknown" | "ended";
        /** @description Created before this instant. */
        To: string;
        UserId: string;
        /** @description Zone of the columns that end in `_local`. */
        Zone: string;
    };
    requestBodies: never;
    headers: {
        /** @description The entity tag of the resource, for `If-Match` or `If-None-Match`. */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    livez: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** @description The id of its database, so that somebody who checks an address sees whose server answers. Null: not read yet. */
                        installation: string | null;
                    };
                };
            };
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        /** @description The id of its database, so that somebody who checks an address sees whose server answers. Null: not read yet. */
                        installation: string | null;
                    };
                };
            };
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        store: "ok";
                        /** @enum {string} */
                        temporal: "ok" | "failing";
                    };
                };
            };
            503: components["responses"]["Problem503ForNow"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                kind?: "list" | "standing";
                state?: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
                /** @description Part of the name; the case of A to Z does not count. */
                name?: string;
                /** @description By creation: `asc` shows the oldest first, `desc` the newest. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ListedCampaign"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring offers",
                 *       "redial": {
                 *         "max_attempts": 2,
                 *         "customer_unreached": {
                 *           "after": "30m"
                 *         }
                 *       },
                 *       "caps": {
                 *         "per_day": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CampaignInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    editCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Spring offers, second round",
                 *       "max_live_calls": 5
                 *     }
                 */
                "application/json": components["schemas"]["CampaignEdit"];
                "application/merge-patch+json": components["schemas"]["CampaignEdit"];
            };
        };
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedCampaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cloneCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer offers",
                 *       "contacts": "not-reached"
                 *     }
                 */
                "application/json": {
                    /** @description Left out: the name of the original. */
                    name?: string;
                    /**
                     * @description `not-reached`: those whose last call ended as dropped, customer-unreached, agent-unreached, leg-unknown, not-dialled or carrier-lost, and whom the original will not dial again. `refused`: those that the carrier refused; try them again once the reason is fixed, such as a wrong field in the carrier profile. Left out: "none".
                     * @enum {string}
                     */
                    contacts?: "none" | "all" | "not-reached" | "refused" | "not-reached-or-refused";
                    /** @description Of those contacts only the ones that fit all of this; null or left out: all. */
                    where?: components["schemas"]["ContactSelection"] | null;
                    /** @description Left out: those of the original, each of which must exist. */
                    suppression_lists?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description The new campaign */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClonedCampaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    startCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "at": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description Schedules the campaign, which then starts by itself; left out: now. */
                    at?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    unscheduleCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    drainCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The campaign in its new state */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                state?: "due" | "claimed" | "final" | "locked";
                /** @description Why the contact is postponed, or final without a call. */
                reason?: components["parameters"]["Reason"];
                disposition?: components["parameters"]["Disposition"];
                /** @description JSON object: fields of the list’s own, with exactly these values, as `where.data` of a clone has them. */
                data?: components["parameters"]["Data"];
                /** @description Begins at this position, or at the next one that fits. */
                from_position?: number;
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                row_key?: components["parameters"]["RowKey"];
                person_key?: components["parameters"]["PersonKey"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Contact"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                        /** @description With `data`: the position up to which contacts were looked through; else null. */
                        looked_to: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addContacts: {
        parameters: {
            query?: {
                /** @description Where a contact with the same number makes a row a duplicate. `row_key`: nowhere, so that several contacts may share a number and are called one after another. The same row key in the campaign always does. */
                dedupe?: "campaign" | "account" | "row_key";
                /** @description With `dedupe=account`: only contacts added in this number of days count. */
                dedupe_days?: number;
                /** @description Whether only to say what the import would do with each row. Nothing is written, and an `Idempotency-Key` is not used up. */
                dry_run?: string;
                mapping?: string;
                /** @description Of a table. Left out: that of the content type, else UTF-8, or UTF-16 with a byte order mark. Text that is neither is refused with the encoding that it probably has and some of its texts; a dry run reads it so. */
                encoding?: string;
                /** @description Of a workbook, by its name. Left out: the only one that has rows; if there are several, the answer 422 names them. */
                sheet?: string;
                /** @description The suppression list that the numbers of rows go on whose `suppress` says yes. They stay there when the import is over. */
                suppress_list?: string;
                /** @description What the lines of a report below its rows are, such as totals and copyright: left out, or rows like others. Left out: a table that seems to have a footer is refused with its lines; a dry run leaves them out. */
                footer?: "leave_out" | "rows";
                /** @description The country of numbers without a country code: `07700 900123`, and `447700900123`, from which a spreadsheet has removed the `+`. Left out: such numbers are refused. */
                default_country?: string;
                /** @description The zone of rows that name none; several are separated by `|`. Left out: the zones of its state and postal code and of its area code, else of its country; all must be open. The campaign’s zone if nothing says where it is. */
                zone?: string;
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contacts": [
                 *         {
                 *           "number": "+12025550123",
                 *           "name": "Ada Example",
                 *           "row_key": "row-1"
                 *         },
                 *         {
                 *           "number": "+447700900456",
                 *           "name": "Ben Example",
                 *           "row_key": "row-2"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ContactList"];
                "text/csv": string;
                "text/plain": string;
                "text/tab-separated-values": string;
                "application/vnd.ms-excel": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "application/gzip": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description What became of each row; with `dry_run`, what would become of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"] | components["schemas"]["ImportDryRun"];
                };
            };
            /** @description The counts so far; the import continues at Location */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Import"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportReport"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getLeftOutRows: {
        parameters: {
            query?: {
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
                importId: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCallsOfCampaign: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                recording?: components["parameters"]["Recording"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description By creation: `desc` shows the newest first, `asc` the oldest. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of calls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Call"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Its id. */
                campaign?: components["parameters"]["Campaign"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                recording?: components["parameters"]["Recording"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description By creation: `desc` shows the newest first, `asc` the oldest. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of calls */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Call"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    callNow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "+12025550124",
                 *       "name": "Ada Example"
                 *     }
                 */
                "application/json": components["schemas"]["DirectCallInput"];
            };
        };
        responses: {
            /** @description The call is due */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ref: string;
                        campaign_id: string;
                        /** @enum {string} */
                        state: "queued" | "ended";
                        /** @description Why a call has ended already: its number is suppressed, and it is not dialled. */
                        reason: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallDetail"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All placements of the call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DecisionsOfCall"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listPolicyVersions: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of versions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PolicyVersion"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getPolicyVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PolicyVersion"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listRulePresets: {
        parameters: {
            query?: {
                /** @description A country or subdivision, such as US or US-FL: those that hold there. */
                area?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RulePreset"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getRulePreset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                presetId: components["parameters"]["PresetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePreset"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAppliedRulePresets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AppliedRulePreset"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    previewRulePreset: {
        parameters: {
            query?: {
                /** @description `stricter`: of each rule what forbids more is kept. `replace`: the preset’s own, also where the campaign forbade more. */
                mode?: "stricter" | "replace";
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
                presetId: components["parameters"]["PresetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The changes; nothing is written */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePresetEffect"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    applyRulePreset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
                presetId: components["parameters"]["PresetId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mode": "stricter"
                 *     }
                 */
                "application/json": components["schemas"]["ApplyRulePreset"];
            };
        };
        responses: {
            /** @description The campaign */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCallbacks: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                state?: "scheduled" | "due" | "calling" | "done" | "missed" | "unknown" | "paused" | "cancelled";
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of callbacks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Callback"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    makeCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "+12025550127",
                 *       "name": "Ada Example",
                 *       "zone": "America/New_York",
                 *       "at": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CallbackInput"];
            };
        };
        responses: {
            /** @description It will come */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCallback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The callback */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    editCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Example, once more",
                 *       "at": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CallbackEdit"];
                "application/merge-patch+json": components["schemas"]["CallbackEdit"];
            };
        };
        responses: {
            /** @description The callback */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedCallback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listCallbackTurns: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of turns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CallbackTurn"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    callbackCalendar: {
        parameters: {
            query?: {
                /** @description Left out: now. */
                from?: string;
                /** @description Not included; left out: 7 days after `from`. At most 31 days after `from` and 366 days from now. */
                to?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The turns */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CalendarTurn"][];
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pauseCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The callback */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    resumeCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The callback */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelCallback: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                callbackId: components["parameters"]["CallbackId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The callback */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    hangUpCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The call will end */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hangup"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    resolveCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "disposition": "not-dialled",
                 *       "reason": "the carrier’s records do not have it"
                 *     }
                 */
                "application/json": components["schemas"]["ResolutionInput"];
            };
        };
        responses: {
            /** @description The call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listOutcomeCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OutcomeCode"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putOutcomeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                codeId: components["parameters"]["CodeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Call again",
                 *       "group": "talked",
                 *       "next": "redial",
                 *       "redial_after": "2h"
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeCodeInput"];
            };
        };
        responses: {
            /** @description The code */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeCode"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteOutcomeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                codeId: components["parameters"]["CodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeCode"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outcome */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "sale",
                 *       "note": "Wants two.",
                 *       "data": {
                 *         "order": 17
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeInput"];
            };
        };
        responses: {
            /** @description The outcome */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOutcomeStatistics: {
        parameters: {
            query?: {
                /** @description Its id; left out: all. */
                campaign?: string;
                /** @description Its id; left out: all. */
                agent?: string;
                /** @description Calls that were placed then or later; left out: 30 days before `to`. */
                from?: string;
                /** @description Placed before this; left out: now. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutcomeStatistics"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getAgentPage: {
        parameters: {
            query?: {
                /** @description The beginning of the day; left out: 24 hours ago. At most 48 hours ago. */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the page shows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readyOwnAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pauseOwnAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "lunch"
                 *     }
                 */
                "application/json": components["schemas"]["AgentPauseInput"];
            };
        };
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setOwnOutcome: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "sale"
                 *     }
                 */
                "application/json": components["schemas"]["OutcomeInput"];
            };
        };
        responses: {
            /** @description The outcome */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outcome"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    hangUpOwnCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The call will end */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Hangup"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    callFromOwnPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "+12025550128"
                 *     }
                 */
                "application/json": components["schemas"]["OwnCallInput"];
            };
        };
        responses: {
            /** @description The call is due */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ref: string;
                        campaign_id: string;
                        /** @enum {string} */
                        state: "queued" | "ended";
                        /** @description Why a call has ended already: its number is suppressed, and it is not dialled. */
                        reason: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCampaignPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What agents see */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putCampaignPage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "script": "# Spring offers\n\nAsk for **Ada Example**.",
                 *       "screen_pop": "https://crm.example/contacts/{row_key}"
                 *     }
                 */
                "application/json": components["schemas"]["CampaignPageInput"];
            };
        };
        responses: {
            /** @description What agents see */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The part asked for */
            206: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": string;
                };
            };
            /** @description The recording has the tag in `If-None-Match` */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The recording is at `Location`, for a short time and without a key */
            307: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            416: components["responses"]["Problem416"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    lookUpRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ref: components["parameters"]["Ref"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The call; `recording_due_at` is the time of the lookup */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description Only the agents of this pool. */
                pool?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "ada",
                 *       "name": "Ada Example",
                 *       "kind": "sip",
                 *       "address": "sip-ada"
                 *     }
                 */
                "application/json": components["schemas"]["AgentInput"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: {
                /** @description The agent to whom contacts and callbacks are bound instead. */
                replace_with?: string;
                /** @description The id of the agent again: any agent may take its contacts and callbacks. */
                force?: string;
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted, and what became of what was bound to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedAgent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    editAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pools": [
                 *         "sales",
                 *         "spanish"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AgentEdit"];
                "application/merge-patch+json": components["schemas"]["AgentEdit"];
            };
        };
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedAgent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pauseAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "lunch",
                 *       "until": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["AgentPauseInput"];
            };
        };
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readyAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The agent */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pausePool: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pool": "default",
                 *       "reason": "team meeting",
                 *       "until": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["PoolPauseInput"];
            };
        };
        responses: {
            /** @description The agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readyPool: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pool": "default"
                 *     }
                 */
                "application/json": components["schemas"]["PoolReadyInput"];
            };
        };
        responses: {
            /** @description The agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Agent"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    importAgents: {
        parameters: {
            query?: {
                /** @description Whether a row with the id of an agent that is there changes its name, address, pools and capacity. */
                edit?: "true" | "false";
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agents": [
                 *         {
                 *           "id": "ben",
                 *           "name": "Ben Example",
                 *           "kind": "sip",
                 *           "address": "sip-ben",
                 *           "pools": [
                 *             "sales"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AgentListInput"];
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description What became of each row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentImport"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    agentHistory: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Left out: 24 hours before `to`. */
                from?: string;
                /** @description Left out: now. */
                to?: string;
            };
            header?: never;
            path: {
                agentId: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of spans */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentSpan"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    agentOccupancy: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Left out: 24 hours before `to`. */
                from?: string;
                /** @description Left out: now. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of agents */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AgentOccupancy"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    limitAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "calls_per_second": 2,
                 *       "max_live_calls": 50
                 *     }
                 */
                "application/json": components["schemas"]["AccountEdit"];
                "application/merge-patch+json": components["schemas"]["AccountEdit"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedAccount"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    stopAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "a drill"
                 *     }
                 */
                "application/json": {
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    letAccountGo: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    liftHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restore"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    releaseRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "unexplained": 3
                 *     }
                 */
                "application/json": {
                    /** @description The number that `unexplained` shows, if it is not 0. */
                    unexplained?: number | null;
                } | null;
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountState"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSuppressionLists: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SuppressionList"][];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putSuppressionList: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Do not call"
                 *     }
                 */
                "application/json": components["schemas"]["SuppressionListInput"];
            };
        };
        responses: {
            /** @description The list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    dropSuppressionList: {
        parameters: {
            query?: {
                /** @description The list that replaces it in the policies that name it. */
                replace_with?: string;
                /** @description The id of the list again: it is removed although campaigns use it. */
                force?: string;
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description The campaigns that used the list, in their new state. */
                        campaigns: {
                            id: string;
                            name: string;
                            /** @enum {string} */
                            state: "draft" | "scheduled" | "running" | "paused" | "draining" | "completed" | "cancelled";
                            suppression_lists: string[] | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Suppression"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    importSuppressions: {
        parameters: {
            query?: {
                /** @description The number may be called again from this instant on; left out: never. */
                until?: string | null;
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contacts": [
                 *         {
                 *           "number": "+12025550126"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": unknown;
                "text/csv": unknown;
                "text/plain": unknown;
                "text/tab-separated-values": unknown;
                "application/vnd.ms-excel": unknown;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                "application/gzip": unknown;
                "application/x-ndjson": unknown;
            };
        };
        responses: {
            /** @description What became of the rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows_read: number;
                        added: number;
                        /** @description Already on the list, or twice in the rows. */
                        known: number;
                        /** @description Numbers of erased persons. The list keeps only hashes of them, and holds them again after `POST /v1/privacy/allow`. */
                        erased: number;
                        rejected: {
                            line: number;
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    suppressNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
                number: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description The number may be called again from this instant on; left out: never. */
                    until?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Suppressed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        until: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    unsuppressNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    suppressPerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                listId: components["parameters"]["ListId"];
                personKey: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "until": "2036-03-03T09:30:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description The number may be called again from this instant on; left out: never. */
                    until?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Suppressed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Numbers of the person. */
                        numbers: number;
                        added: number;
                        /** @description On the list before. */
                        known: number;
                        until: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSuppressionsOfNumber: {
        parameters: {
            query?: {
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries of the number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NumberSuppressions"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listConsents: {
        parameters: {
            query?: {
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        data: components["schemas"]["Consent"][];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    recordConsent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "granted",
                 *       "purpose": "offers",
                 *       "source": "web form",
                 *       "text_version": "v3"
                 *     }
                 */
                "application/json": components["schemas"]["ConsentInput"];
            };
        };
        responses: {
            /** @description Recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: string;
                        /** @description False: it was recorded before. */
                        recorded: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    importConsents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contacts": [
                 *         {
                 *           "number": "+12025550126",
                 *           "kind": "objected"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": unknown;
                "text/csv": unknown;
                "text/plain": unknown;
                "text/tab-separated-values": unknown;
                "application/vnd.ms-excel": unknown;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                "application/gzip": unknown;
                "application/x-ndjson": unknown;
            };
        };
        responses: {
            /** @description What became of the rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows_read: number;
                        recorded: number;
                        /** @description Recorded before, or twice in the rows. */
                        known: number;
                        rejected: {
                            line: number;
                            reason: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    findContacts: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                row_key?: components["parameters"]["RowKey"];
                person_key?: components["parameters"]["PersonKey"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FoundContact"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    preflightCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["PreflightInput"] | null;
            };
        };
        responses: {
            /** @description The result of the rules */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preflight"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rehearseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "runs": 1
                 *     }
                 */
                "application/json": components["schemas"]["RehearsalInput"] | null;
            };
        };
        responses: {
            /** @description How it would go */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rehearsal"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    getForecast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forecast and actual */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Forecast"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    explainContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result of each rule and of all together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Why"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Path of a resource without /v1/. */
                target?: string;
                who?: string;
                what?: "account.let-go" | "account.limited" | "account.stopped" | "agent.added" | "agent.deleted" | "agent.edited" | "agent.moved" | "budget.alert" | "call.closed" | "call.hangup-asked" | "call.identified" | "call.ordered" | "call.outcome-set" | "callback.edited" | "callback.made" | "callback.moved" | "campaign.cloned" | "campaign.created" | "campaign.edited" | "campaign.moved" | "campaign.page-edited" | "carrier.change-answered" | "carrier.change-asked" | "consents.recorded" | "contacts.added" | "hold.ended" | "hold.lifted" | "hold.opened" | "key.created" | "key.revoked" | "outcome-code.deleted" | "outcome-code.put" | "privacy.erase-asked" | "privacy.erased" | "privacy.number-allowed" | "reconciliation.asked" | "report.created" | "report.deleted" | "session.ended" | "session.started" | "suppression-list.dropped" | "import.undone" | "suppression-list.put" | "suppressions.adding" | "suppressions.added" | "suppressions.removed" | "user.changed" | "user.created" | "user.link-made" | "user.password-set" | "user.removed" | "user.second-factor-removed" | "user.second-factor-set" | "webhook-endpoint.added" | "webhook-endpoint.disabled" | "webhook-endpoint.edited" | "webhook-endpoint.enabled" | "webhook-endpoint.removed" | "webhook-endpoint.replayed" | "webhook-endpoint.rotated" | "webhooks.healthy" | "webhooks.lost";
                /** @description Only changes before this instant. */
                before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listKeys: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Key"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "wallboard",
                 *       "role": "read"
                 *     }
                 */
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCurrentKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentKey"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                keyId: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    startSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "dw_kexample01_9f…"
                 *     }
                 */
                "application/json": components["schemas"]["SessionInput"];
            };
        };
        responses: {
            /** @description Signed in; the answer sets the cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfCarrier"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            403: components["responses"]["Problem403OfCarrier"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "ada@example.com",
                 *       "role": "operate"
                 *     }
                 */
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description Invited */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    removeUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createUserLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedUser"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    changeUserRights: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["UserRights"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    removeSecondFactorOfUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                userId: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken away */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "the password now",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    newSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewSecondFactor"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    setSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
                 *       "code": "123456",
                 *       "current_password": "the password now"
                 *     }
                 */
                "application/json": components["schemas"]["SecondFactorInput"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSignInWays: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ways */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInWays"];
                };
            };
            400: components["responses"]["Problem400"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    startProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads on, or back to the sign-in with the reason */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: {
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Leads on, or back to the sign-in with the reason */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Types or groups of types, with commas between them. */
                types?: string;
                campaign?: string;
                subject?: string;
                /** @description `asc`: the oldest first, which a reader needs that goes on later. Lists only. */
                order?: "asc" | "desc";
                /** @description Only events after this one. For a stream, the header `Last-Event-ID` counts first. */
                after?: string;
            };
            header?: {
                /** @description The last event that a reader of the stream has. Browsers send it by themselves. */
                "last-event-id"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events, or the stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            410: components["responses"]["Problem410"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    followOwnEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last event that a reader of the stream has. Browsers send it by themselves. */
                "last-event-id"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    listAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alerts that were raised and are not cleared, the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Alert"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "+12025550126"
                 *     }
                 */
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description Requested */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    previewErasure: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "row_key": "row-1"
                 *     }
                 */
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasurePreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of erasures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                erasureId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The erasure */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    allowErasedNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "+12025550126"
                 *     }
                 */
                "application/json": components["schemas"]["ErasedNumberInput"];
            };
        };
        responses: {
            /** @description Allowed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AllowedNumber"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                        next_cursor: null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://crm.example.com/hooks/dialwright",
                 *       "description": "CRM",
                 *       "types": [
                 *         "call.ended",
                 *         "call.settled",
                 *         "alert.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointInput"];
            };
        };
        responses: {
            /** @description Added */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    removeWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    editWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read. If the resource was changed after that, the answer is 412 and nothing is changed. */
                "if-match"?: components["parameters"]["IfMatch"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "call.*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointEdit"];
                "application/merge-patch+json": components["schemas"]["WebhookEndpointEdit"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditedWebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of requests */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    enableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    disableWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlap": "24h"
                 *     }
                 */
                "application/json": components["schemas"]["RotateSecretInput"];
            };
        };
        responses: {
            /** @description The endpoint with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "evt_1",
                 *       "to": "evt_100"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayInput"];
            };
        };
        responses: {
            /** @description The endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            410: components["responses"]["Problem410"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpointId: components["parameters"]["EndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    listCarrierNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier lists them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    listCarrierDocuments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The DID number. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier lists them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    getCarrierDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                documentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    listCarrierDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A DID number, or its numeric inventory id. */
                purchase: components["parameters"]["Purchase"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier lists them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    createCarrierDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A DID number, or its numeric inventory id. */
                purchase: components["parameters"]["Purchase"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "type": "sip",
                 *         "target": "front-desk"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CarrierFieldsInput"];
            };
        };
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    getCarrierSipAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    updateCarrierSipAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "name": "front-desk"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CarrierFieldsInput"];
            };
        };
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    deleteCarrierSipAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    listCarrierAllowedIps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier lists them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    addCarrierAllowedIp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "198.51.100.4"
                 *     }
                 */
                "application/json": components["schemas"]["CarrierAllowedIpInput"];
            };
        };
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    listCarrierOperations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            name: string;
                            /** @description The area of the document; null: none. */
                            what: string | null;
                            /** @description What Dialwright can use of its answer. */
                            reads: string[];
                            /** @description The declaration in the carrier profile; null: none. */
                            declared: {
                                method: string;
                                path: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    updateCarrierDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A DID number, or its numeric inventory id. */
                purchase: components["parameters"]["Purchase"];
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fields": {
                 *         "target": "back-office"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CarrierFieldsInput"];
            };
        };
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    deleteCarrierDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A DID number, or its numeric inventory id. */
                purchase: components["parameters"]["Purchase"];
                destinationId: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    deleteCarrierAllowedIp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Name of the SIP account, or its numeric id. */
                account: components["parameters"]["Account"];
                /** @description Of the entry; not the address. */
                allowedIpId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As the carrier has it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierRecord"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    runCarrierOperation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "values": {
                 *         "number": "+12025550180"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CarrierOperationInput"];
            };
        };
        responses: {
            /** @description The answer of the carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierOperationAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            402: components["responses"]["Problem402"];
            403: components["responses"]["Problem403OfRoleOrCarrier"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            502: components["responses"]["Problem502"];
            503: components["responses"]["Problem503ForNow"];
            504: components["responses"]["Problem504"];
        };
    };
    listReconciliations: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of comparisons */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReconciliationSummary"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reconcile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-02T00:00:00Z",
                 *       "to": "2026-03-03T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReconciliationInput"];
            };
        };
        responses: {
            /** @description Requested; read it until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                reconciliationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The comparison */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportCalls: {
        parameters: {
            query?: {
                /** @description Its id. */
                campaign?: components["parameters"]["Campaign"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                recording?: components["parameters"]["Recording"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    reportCallsInBackground: {
        parameters: {
            query?: {
                /** @description Its id. */
                campaign?: components["parameters"]["Campaign"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                recording?: components["parameters"]["Recording"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; read the job until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportContacts: {
        parameters: {
            query?: {
                state?: "due" | "claimed" | "final" | "locked";
                /** @description Why the contact is postponed, or final without a call. */
                reason?: components["parameters"]["Reason"];
                disposition?: components["parameters"]["Disposition"];
                /** @description JSON object: fields of the list’s own, with exactly these values, as `where.data` of a clone has them. */
                data?: components["parameters"]["Data"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    reportContactsInBackground: {
        parameters: {
            query?: {
                state?: "due" | "claimed" | "final" | "locked";
                /** @description Why the contact is postponed, or final without a call. */
                reason?: components["parameters"]["Reason"];
                disposition?: components["parameters"]["Disposition"];
                /** @description JSON object: fields of the list’s own, with exactly these values, as `where.data` of a clone has them. */
                data?: components["parameters"]["Data"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; read the job until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportRecordings: {
        parameters: {
            query?: {
                /** @description Its id. */
                campaign?: components["parameters"]["Campaign"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    reportRecordingsInBackground: {
        parameters: {
            query?: {
                /** @description Its id. */
                campaign?: components["parameters"]["Campaign"];
                /** @description In international form: `+12025550101`, or with `00` in front; otherwise with `default_country`. In a URL, + is written as %2B. */
                number?: components["parameters"]["Number"];
                /** @description The country of a `number` without a country code, such as `020 7946 0012`. */
                default_country?: components["parameters"]["DefaultCountry"];
                /** @description Id of its last agent. */
                agent?: string;
                /** @description Created at this instant or later. */
                from?: components["parameters"]["From"];
                /** @description Created before this instant. */
                to?: components["parameters"]["To"];
                state?: components["parameters"]["State"];
                disposition?: components["parameters"]["Disposition"];
                settlement?: components["parameters"]["Settlement"];
                /** @description Code of what somebody said that it led to. */
                outcome?: components["parameters"]["Outcome"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; read the job until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportShifts: {
        parameters: {
            query?: {
                /** @description Left out: 24 hours before `to`. */
                from?: string;
                /** @description Left out: now. */
                to?: string;
                agent?: components["parameters"]["Agent"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    reportShiftsInBackground: {
        parameters: {
            query?: {
                /** @description Left out: 24 hours before `to`. */
                from?: string;
                /** @description Left out: now. */
                to?: string;
                agent?: components["parameters"]["Agent"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; read the job until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    reportCosts: {
        parameters: {
            query?: {
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                by?: components["parameters"]["By"];
                campaign?: string;
                agent?: components["parameters"]["Agent"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    reportCostsInBackground: {
        parameters: {
            query?: {
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
                /** @description Zone of the columns that end in `_local`. */
                zone?: components["parameters"]["Zone"];
                by?: components["parameters"]["By"];
                campaign?: string;
                agent?: components["parameters"]["Agent"];
                /** @description `ndjson`: one JSON object on each line, as the lists of this API show it. */
                format?: components["parameters"]["Format"];
                /** @description Begins the CSV with a byte order mark, by which Excel recognises UTF-8. */
                bom?: components["parameters"]["Bom"];
                delimiter?: components["parameters"]["Delimiter"];
                /** @description CSV that Excel in this language opens by a double click: with its delimiter, decimal mark and byte order mark, whatever the other parameters say, and with names beside ids; telephone numbers, other digits and whatever else Excel would change stay texts, as `="+442079460101"`. An import reads them back. */
                for?: components["parameters"]["For"];
                /** @description The decimal mark of CSV. Left out: a comma with `delimiter=semicolon`, as in most of Europe, else a point. */
                decimal?: components["parameters"]["Decimal"];
            };
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Accepted; read the job until it is done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
                zone?: string;
                by?: "15m" | "hour" | "day";
                agent?: components["parameters"]["Agent"];
                /** @description Whether to say what agents did. The time since the last quarter of an hour is added up for each agent, so polls that show only calls leave it out. */
                agent_time?: components["parameters"]["AgentTime"];
                campaign?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getStatisticsOfCampaign: {
        parameters: {
            query?: {
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
                zone?: string;
                by?: "15m" | "hour" | "day";
                agent?: components["parameters"]["Agent"];
                /** @description Whether to say what agents did. The time since the last quarter of an hour is added up for each agent, so polls that show only calls leave it out. */
                agent_time?: components["parameters"]["AgentTime"];
            };
            header?: never;
            path: {
                campaignId: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCosts: {
        parameters: {
            query?: {
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
                zone?: string;
                by?: components["parameters"]["By"];
                campaign?: string;
                agent?: components["parameters"]["Agent"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The costs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Costs"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getAnswers: {
        parameters: {
            query: {
                /** @description `area`: of the contact; `prefix`: the number without its last four digits. */
                by: "area" | "prefix";
                campaign?: string;
                /** @description By default seven days before `to`. */
                from?: string;
                /** @description Not included; by default now. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Answers"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listReportJobs: {
        parameters: {
            query?: {
                limit?: components["parameters"]["Limit"];
                /** @description `next_cursor` of the page before. */
                cursor?: components["parameters"]["Cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReportJob"][];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getReportJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportJob"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteReportJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description The first request with a key takes effect; a repeat gets the same answer and has no further effect. */
                "idempotency-key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is being deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            414: components["responses"]["Problem414"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getReportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: components["parameters"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/zip": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            408: components["responses"]["Problem408"];
            409: components["responses"]["Problem409"];
            414: components["responses"]["Problem414"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            431: components["responses"]["Problem431"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503ForNow"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event, the same for each attempt. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description `v1,` and a signature; two of them while a secret is being replaced. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"];
            };
        };
        responses: {
            /** @description The endpoint is disabled, and nothing is sent any more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again after `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event was taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sent again, after growing pauses. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
