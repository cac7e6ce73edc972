import type { LanguageId } from "../../src/code/languages/language.ts";

/**
 * Names of members that standard libraries and the most common frameworks of a language give to their own types. A call
 * of one says nothing about a function of the same name, so such functions are not drawn. Names were added after
 * reading misses: each is a call of a standard or third-party type there, not of the repository's function.
 */
const names: Partial<Record<LanguageId, string>> = {
  go: `GetString GetBool GetInt MkdirAll RemoveAll OpenFile ReadFile WriteFile ReadAll WriteString ServeHTTP ListenAndServe
    NewReader NewRequest NewBuffer StatusText HasPrefix HasSuffix TrimSpace WriteHeader NewRecorder ReadDir`,
  rust: `headers_mut extensions_mut from_static strip_prefix strip_suffix write_str write_all read_to_string from_str
    to_string with_status_code is_empty into_inner as_str file_name to_lowercase poll_ready size_hint status_code
    from_bytes from_utf8 split_once is_some into_bytes set_body no_content from_request is_terminal from_parts`,
  csharp: `FromResult AsTask AsSpan NotNull CopyTo ToUInt32 ToInt32 ReadSingle ReadDouble WriteLine ToArray GetBytes
    GetString AreEqual IsTrue CompareTo TryReset TryParse GetValue SetResult AddYears GetProperty SequenceEqual
    ReadByte WriteByte ReadInt32 GetMethod GetConstructor MakeGenericType IsAssignableFrom GetFields TryAdd TryRemove ConfigureAwait WaitAsync`,
  java: `getType getName toString hashCode getSimpleName getReturnType getRawType getOwnerType getComponentType
    isAssignableFrom getActualTypeArguments isInstance getField getMethod newInstance setAccessible getConstructor
    getDeclaredConstructor isPresent asList assertThat isEqualTo getModifiers nextInt getAnnotation containsAll`,
  kotlin: `assertEquals assertTrue assertFailsWith toByteArray forEach writeText readText createDirectories runBlocking
    withTimeout launchIn toRegex encodeToByteArray decodeToString getOrNull checkNotNull requireNotNull isNotEmpty`,
  swift: `withLock makeIterator hasPrefix hasSuffix withUnsafeBytes fatalError fromOpaque`,
  ruby: `instance_eval class_eval define_method to_app set_cookie delete_cookie content_type assert_equal each_header
    respond_to method_missing send_file read_body relative_path_from`,
  php: `getMessage getTraceAsString getBody getStatusCode getHeaderLine withHeader getHeaders getContents isReadable
    setMethods expectException createMock getMock willReturn getUri withBody getMethod withUri isSeekable isWritable
    getHeader hasHeader getSize getInstance setTimezone getShortMessage getLevel setLevel`,
  cpp: `push_back c_str what_is make_unique static_cast set_value`,
  python: `add_argument parse_args raise_for_status is_dir read_text write_text set_result set_exception create_task
    run_until_complete assert_called_once`,
  typescript: `addEventListener getReader toISOString setTimeout clearTimeout getAll stringify`,
};

const sets = new Map<LanguageId, ReadonlySet<string>>();

export function isStandardName(language: LanguageId, name: string): boolean {
  const set = sets.get(language) ?? new Set((names[language] ?? "").split(/\s+/));
  sets.set(language, set);
  return set.has(name);
}
