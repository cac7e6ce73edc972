-- A person in Neovim with `hewto lsp`: the story is a list of steps in JSON, the answers are written as JSON.
local story = vim.fn.json_decode(vim.fn.readfile(vim.env.STORY))
local answers = {}
vim.o.swapfile = false
local capabilities = vim.lsp.protocol.make_client_capabilities()
local client = vim.lsp.start_client({
  name = "hewto",
  cmd = { vim.env.NODE, vim.env.HEWTO, "lsp", "--stdio" },
  root_dir = vim.env.ROOT,
  capabilities = capabilities,
  workspace_folders = { { uri = vim.uri_from_fname(vim.env.ROOT), name = "root" } },
})

vim.wait(20000, function()
  local started = vim.lsp.get_client_by_id(client)
  return started ~= nil and started.initialized == true
end, 10)

local function rules()
  local found = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, diagnostic.code or "")
  end
  return found
end

local function request(method, params)
  local all = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  for _, answer in pairs(all) do
    if answer.error then
      return { error = answer.error.message }
    end
    return answer.result
  end
end

local steps = {
  open = function(path)
    vim.cmd("edit! " .. vim.fn.fnameescape(vim.env.ROOT .. "/" .. path))
    vim.lsp.buf_attach_client(0, client)
    return vim.bo.filetype
  end,
  -- Puts the cursor on the first match, as `/` does.
  find = function(pattern)
    vim.fn.cursor(1, 1)
    return vim.fn.search(pattern, "cW")
  end,
  -- Keys as they are typed.
  keys = function(keys)
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "tx", false)
    return vim.api.nvim_get_current_line()
  end,
  -- Waits until a rule is shown, or is no longer.
  shows = function(rule)
    vim.wait(20000, function()
      return vim.tbl_contains(rules(), rule)
    end, 20)
    return rules()
  end,
  hides = function(rule)
    vim.wait(20000, function()
      return not vim.tbl_contains(rules(), rule)
    end, 20)
    return rules()
  end,
  hover = function()
    local answer = request("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
    return answer and answer.contents and answer.contents.value or vim.NIL
  end,
  -- What the completion menu would list behind the cursor.
  complete = function()
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    params.position.character = #vim.api.nvim_get_current_line()
    local answer = request("textDocument/completion", params)
    local labels = {}
    for _, item in ipairs(answer and answer.items or {}) do
      table.insert(labels, item.label)
    end
    return labels
  end,
  definition = function()
    local answer = request("textDocument/definition", vim.lsp.util.make_position_params(0, "utf-16"))
    if answer and answer[1] then
      vim.lsp.util.jump_to_location(answer[1], "utf-16")
    end
    return { vim.fn.expand("%:p"):sub(#vim.env.ROOT + 2), vim.api.nvim_get_current_line() }
  end,
  rename = function(name)
    local params = vim.lsp.util.make_position_params(0, "utf-16")
    params.newName = name
    local edit = request("textDocument/rename", params)
    if edit and not edit.error then
      vim.lsp.util.apply_workspace_edit(edit, "utf-16")
      vim.cmd("silent! wall!")
    end
    return edit and edit.error or "renamed"
  end,
  -- Applies the action with this title.
  act = function(title)
    local params = vim.lsp.util.make_range_params(0, "utf-16")
    params.range = { start = { line = 0, character = 0 }, ["end"] = { line = 9999, character = 0 } }
    params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0) }
    local line = vim.fn.line(".") - 1
    params.context.diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0, line)
    local titles = {}
    for _, action in ipairs(request("textDocument/codeAction", params) or {}) do
      table.insert(titles, action.title)
      if action.title == title then
        vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
      end
    end
    return titles
  end,
  symbols = function()
    local params = { textDocument = vim.lsp.util.make_text_document_params() }
    local names = {}
    local function add(list)
      for _, symbol in ipairs(list or {}) do
        table.insert(names, symbol.name)
        add(symbol.children)
      end
    end
    add(request("textDocument/documentSymbol", params))
    return names
  end,
  text = function()
    return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  end,
}

local ok, problem = pcall(function()
  for _, step in ipairs(story) do
    local answer = steps[step[1]](step[2])
    table.insert(answers, answer == nil and vim.NIL or answer)
  end
end)
vim.fn.writefile({ vim.fn.json_encode({ answers = answers, problem = ok and "" or tostring(problem) }) }, vim.env.ANSWERS)
vim.lsp.stop_client(client, true)
vim.cmd("qa!")
