// Trains a static embedding: one vector per term, a weighted sum per field, fields weighted, unit length.
//
//   g++ -O3 -march=native -ffast-math -fopenmp -o train model/train.cpp
//   ./train DATA OUT DIMENSIONS EPOCHS [BATCH RATE SHARPNESS SHARED DROP BEGIN LAST LASTRATE LASTDROP]
//
// DATA holds flat arrays written by prepare.ts: terms and weights of questions (q.*) and of chunks (c.*), the
// field of each term of a chunk, and where each pair begins. The loss is the symmetric contrastive one over a
// batch: each question must find its chunk among all chunks of the batch, each chunk its question. Batches are
// made of runs from single repositories, so that most wrong answers are near misses. SHARED 0 trains two
// tables, one for questions and one for code. DROP is the share of terms that a step does not see, on both
// sides: without it the model learns names by heart that no other repository has.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int kFields = 6;
constexpr int kRun = 64;

template <class T>
std::vector<T> read(const std::string& name) {
  std::ifstream in(name, std::ios::binary | std::ios::ate);
  if (!in) { std::fprintf(stderr, "cannot read %s\n", name.c_str()); std::exit(1); }
  std::vector<T> values(static_cast<size_t>(in.tellg()) / sizeof(T));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
  return values;
}

template <class T>
void write(const std::string& name, const std::vector<T>& values) {
  std::ofstream(name, std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

struct Side {
  std::vector<int32_t> terms, starts;
  std::vector<float> weights;
  std::vector<uint8_t> fields;
  /** Terms with a smaller hash are not seen in this step; 0 sees all. */
  uint32_t dropBelow = 0, salt = 0;

  bool sees(int at) const {
    uint32_t h = (static_cast<uint32_t>(at) + salt) * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    return (h ^ (h >> 13)) >= dropBelow;
  }
};

/** Adam over rows: only the rows of a batch are touched. */
struct Table {
  int dims;
  std::vector<float> rows, first, second;
  std::vector<int> steps;

  Table(size_t count, int dims, const std::vector<float>& idf, unsigned seed)
      : dims(dims), rows(count * dims), first(count * dims), second(count * dims), steps(count) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, 1 / std::sqrt(static_cast<float>(dims)));
    const float mean = std::accumulate(idf.begin(), idf.end(), 0.0f) / static_cast<float>(idf.size());
    for (size_t row = 0; row < count; row++)
      for (int k = 0; k < dims; k++) rows[row * dims + k] = normal(random) * idf[row] / mean;
  }

  const float* row(int term) const { return &rows[static_cast<size_t>(term) * dims]; }

  void step(int term, const float* gradient, float rate) {
    const int count = ++steps[term];
    const float c1 = 1 - std::pow(0.9f, count), c2 = 1 - std::pow(0.999f, count);
    const size_t at = static_cast<size_t>(term) * dims;
    for (int k = 0; k < dims; k++) {
      float& m = first[at + k];
      float& v = second[at + k];
      m = 0.9f * m + 0.1f * gradient[k];
      v = 0.999f * v + 0.001f * gradient[k] * gradient[k];
      rows[at + k] -= rate * (m / c1) / (std::sqrt(v / c2) + 1e-8f);
    }
  }
};

struct Vectors {
  std::vector<float> unit, length;
};

struct FieldWeights {
  float log[kFields] = {1.0f, 0, 0, 0.5f, 0.5f, 0.5f};
  float m[kFields] = {}, v[kFields] = {};
  float of(int field) const { return std::exp(log[field]); }
  void step(const float* gradient, int count) {
    for (int f = 0; f < kFields; f++) {
      m[f] = 0.9f * m[f] + 0.1f * gradient[f];
      v[f] = 0.999f * v[f] + 0.001f * gradient[f] * gradient[f];
      log[f] -= 3e-3f * (m[f] / (1 - std::pow(0.9f, count))) /
                (std::sqrt(v[f] / (1 - std::pow(0.999f, count))) + 1e-8f);
    }
  }
};

float termWeight(const Side& side, int at, const FieldWeights& fields) {
  return side.fields.empty() ? side.weights[at] : side.weights[at] * fields.of(side.fields[at]);
}

void encode(const Side& side, const Table& table, const FieldWeights& fields, const std::vector<int>& ids, Vectors& out) {
  const int dims = table.dims, n = static_cast<int>(ids.size());
  out.unit.assign(static_cast<size_t>(n) * dims, 0);
  out.length.resize(n);
#pragma omp parallel for schedule(dynamic, 16)
  for (int r = 0; r < n; r++) {
    float* to = &out.unit[static_cast<size_t>(r) * dims];
    for (int j = side.starts[ids[r]]; j < side.starts[ids[r] + 1]; j++) {
      if (!side.sees(j)) continue;
      const float* row = table.row(side.terms[j]);
      const float weight = termWeight(side, j, fields);
      for (int k = 0; k < dims; k++) to[k] += weight * row[k];
    }
    float sum = 0;
    for (int k = 0; k < dims; k++) sum += to[k] * to[k];
    out.length[r] = std::sqrt(sum) + 1e-8f;
    for (int k = 0; k < dims; k++) to[k] /= out.length[r];
  }
}

float dot(const float* a, const float* b, int dims) {
  float sum = 0;
  for (int k = 0; k < dims; k++) sum += a[k] * b[k];
  return sum;
}

/** out[r] = sum over s of weights[r][s] * rows[s] (or of the transposed weights). */
void weightedSums(const std::vector<float>& weights, bool transposed, const std::vector<float>& rows, int n, int dims, std::vector<float>& out) {
  out.assign(static_cast<size_t>(n) * dims, 0);
#pragma omp parallel for schedule(static)
  for (int r = 0; r < n; r++) {
    float* to = &out[static_cast<size_t>(r) * dims];
    for (int s = 0; s < n; s++) {
      const float weight = transposed ? weights[static_cast<size_t>(s) * n + r] : weights[static_cast<size_t>(r) * n + s];
      if (std::fabs(weight) < 1e-7f) continue;
      const float* row = &rows[static_cast<size_t>(s) * dims];
      for (int k = 0; k < dims; k++) to[k] += weight * row[k];
    }
  }
}

void throughNormalisation(const Vectors& vectors, int n, int dims, std::vector<float>& gradient) {
#pragma omp parallel for
  for (int r = 0; r < n; r++) {
    float* g = &gradient[static_cast<size_t>(r) * dims];
    const float* unit = &vectors.unit[static_cast<size_t>(r) * dims];
    const float along = dot(g, unit, dims);
    for (int k = 0; k < dims; k++) g[k] = (g[k] - along * unit[k]) / vectors.length[r];
  }
}

struct Use {
  int term, row;
  float weight;
  const float* gradient;
};

void collectUses(const Side& side, const FieldWeights& fields, const std::vector<int>& ids, const std::vector<float>& gradient, int dims, std::vector<Use>& uses) {
  for (int r = 0; r < static_cast<int>(ids.size()); r++)
    for (int j = side.starts[ids[r]]; j < side.starts[ids[r] + 1]; j++)
      if (side.sees(j)) uses.push_back({side.terms[j], r, termWeight(side, j, fields), &gradient[static_cast<size_t>(r) * dims]});
}

void applyUses(Table& table, std::vector<Use>& uses, float rate) {
  std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.term < b.term; });
  std::vector<size_t> groups;
  for (size_t at = 0; at < uses.size(); at++)
    if (at == 0 || uses[at].term != uses[at - 1].term) groups.push_back(at);
  groups.push_back(uses.size());
#pragma omp parallel
  {
    std::vector<float> sum(table.dims);
#pragma omp for schedule(dynamic, 64)
    for (size_t g = 0; g < groups.size() - 1; g++) {
      std::fill(sum.begin(), sum.end(), 0.0f);
      for (size_t at = groups[g]; at < groups[g + 1]; at++)
        for (int k = 0; k < table.dims; k++) sum[k] += uses[at].weight * uses[at].gradient[k];
      table.step(uses[groups[g]].term, sum.data(), rate);
    }
  }
}

void learnFields(const Side& code, const Table& table, const std::vector<int>& ids, const std::vector<float>& gradient, FieldWeights& fields, int count) {
  float sums[kFields] = {};
  for (int r = 0; r < static_cast<int>(ids.size()); r++)
    for (int j = code.starts[ids[r]]; j < code.starts[ids[r] + 1]; j++)
      if (code.sees(j)) sums[code.fields[j]] += dot(&gradient[static_cast<size_t>(r) * table.dims], table.row(code.terms[j]), table.dims) *
                              termWeight(code, j, fields);
  fields.step(sums, count);
}

/** Runs of one repository in random order: shuffled inside, then the runs among each other. */
std::vector<int> shuffledRuns(const std::vector<int>& order, size_t window, std::mt19937& random) {
  std::vector<int> mixed = order;
  for (size_t at = 0; at < mixed.size(); at += window)
    std::shuffle(mixed.begin() + at, mixed.begin() + std::min(mixed.size(), at + window), random);
  std::vector<int> runs(mixed.size() / kRun);
  std::iota(runs.begin(), runs.end(), 0);
  std::shuffle(runs.begin(), runs.end(), random);
  std::vector<int> out;
  for (int run : runs) out.insert(out.end(), mixed.begin() + static_cast<size_t>(run) * kRun, mixed.begin() + static_cast<size_t>(run + 1) * kRun);
  return out;
}

/** The mean reciprocal rank of a question's own chunk among those of all others. */
void evaluate(const char* kind, const Side& questions, const Side& code, const Table& forQuestions, const Table& forCode, const FieldWeights& fields, const std::vector<int>& held) {
  const int n = static_cast<int>(held.size()), dims = forCode.dims;
  Vectors q, c;
  encode(questions, forQuestions, fields, held, q);
  encode(code, forCode, fields, held, c);
  double reciprocal = 0;
#pragma omp parallel for reduction(+ : reciprocal)
  for (int r = 0; r < n; r++) {
    const float own = dot(&q.unit[static_cast<size_t>(r) * dims], &c.unit[static_cast<size_t>(r) * dims], dims);
    int rank = 1;
    for (int s = 0; s < n; s++) rank += dot(&q.unit[static_cast<size_t>(r) * dims], &c.unit[static_cast<size_t>(s) * dims], dims) > own;
    reciprocal += 1.0 / rank;
  }
  std::printf("%s of repositories held out: %d, MRR %.4f\n", kind, n, reciprocal / n);
}

/** What is left of a table when each number of a row is one of 2^bits - 1 steps of that row's largest. */
Table quantised(const Table& table, int bits) {
  Table out = table;
  const float most = static_cast<float>((1 << (bits - 1)) - 1);
  for (size_t row = 0; row < table.rows.size(); row += table.dims) {
    float largest = 1e-9f;
    for (int k = 0; k < table.dims; k++) largest = std::max(largest, std::fabs(table.rows[row + k]));
    for (int k = 0; k < table.dims; k++) out.rows[row + k] = std::round(table.rows[row + k] / largest * most) / most * largest;
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) { std::fprintf(stderr, "train DATA OUT DIMENSIONS EPOCHS [BATCH RATE SHARPNESS SHARED DROP BEGIN LAST LASTRATE LASTDROP]\n"); return 2; }
  const std::string data = argv[1], out = argv[2];
  const int dims = std::atoi(argv[3]), epochs = std::atoi(argv[4]);
  const int batch = argc > 5 ? std::atoi(argv[5]) : 1024;
  const float rate = argc > 6 ? std::atof(argv[6]) : 4e-3f, sharpness = argc > 7 ? std::atof(argv[7]) : 20;
  const bool shared = argc <= 8 || std::atoi(argv[8]) != 0;
  const double drop = argc > 9 ? std::atof(argv[9]) : 0;
  const std::string begin = argc > 10 ? argv[10] : "";
  const int last = argc > 11 ? std::atoi(argv[11]) : 0;
  const float lastRate = argc > 12 ? std::atof(argv[12]) : rate / 4;
  const double lastDrop = argc > 13 ? std::atof(argv[13]) : 0;

  Side questions{read<int32_t>(data + "/q.terms"), read<int32_t>(data + "/q.starts"), read<float>(data + "/q.weights"), {}};
  Side code{read<int32_t>(data + "/c.terms"), read<int32_t>(data + "/c.starts"), read<float>(data + "/c.weights"), read<uint8_t>(data + "/c.fields")};
  const auto idf = read<float>(data + "/idf");
  const auto isHeld = read<uint8_t>(data + "/held");
  const auto isAsked = read<uint8_t>(data + "/asked");
  std::vector<int> order, asked, comments, byHand;
  for (int i = 0; i + 1 < static_cast<int>(questions.starts.size()); i++) {
    if (isHeld[i]) (isAsked[i] == 1 ? byHand : comments).push_back(i);
    else order.push_back(i);
    if (!isHeld[i] && isAsked[i] == 1) asked.push_back(i);
  }
  std::mt19937 random(1);
  for (auto* held : {&comments, &byHand}) {
    std::shuffle(held->begin(), held->end(), random);
    if (held->size() > 4000) held->resize(4000);
  }

  const auto groups = read<int32_t>(data + "/groups");
  Table first(idf.size(), dims, idf, 1);
  if (!begin.empty()) first.rows = read<float>(begin);
  if (first.rows.size() != idf.size() * dims) { std::fprintf(stderr, "%s is not of this size\n", begin.c_str()); return 2; }
  Table second = shared ? Table(0, dims, idf, 2) : first;
  Table& forCode = shared ? first : second;
  FieldWeights fields;
  Vectors q, c;
  std::vector<float> odds, dq, dc;
  size_t step = 0;
  const auto began = std::chrono::steady_clock::now();
  for (int epoch = 0; epoch < epochs + last; epoch++) {
    const bool isLast = epoch >= epochs;
    const auto mixed = isLast ? shuffledRuns(asked, 512, random) : shuffledRuns(order, 2048, random);
    const size_t before = isLast ? static_cast<size_t>(epochs) * (order.size() / kRun * kRun / batch) : 0;
    const size_t steps = isLast ? static_cast<size_t>(last) * (mixed.size() / batch) : static_cast<size_t>(epochs) * (mixed.size() / batch);
    double lossSum = 0;
    int lossCount = 0;
    for (size_t at = 0; at + batch <= mixed.size(); at += batch) {
      const std::vector<int> ids(mixed.begin() + at, mixed.begin() + at + batch);
      const int n = batch;
      questions.dropBelow = code.dropBelow = static_cast<uint32_t>((isLast ? lastDrop : drop) * 4294967295.0);
      questions.salt = code.salt = static_cast<uint32_t>(step * 7919 + 1);
      encode(questions, first, fields, ids, q);
      encode(code, forCode, fields, ids, c);
      odds.resize(static_cast<size_t>(n) * n);
#pragma omp parallel for schedule(static)
      for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++)
          odds[static_cast<size_t>(r) * n + s] = r != s && groups[ids[r]] == groups[ids[s]] ? 0 :
              std::exp((dot(&q.unit[static_cast<size_t>(r) * dims], &c.unit[static_cast<size_t>(s) * dims], dims) - 1) * sharpness);
      std::vector<float> byRow(n), byColumn(n);
      for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++) { byRow[r] += odds[static_cast<size_t>(r) * n + s]; byColumn[s] += odds[static_cast<size_t>(r) * n + s]; }
      double loss = 0;
      for (int r = 0; r < n; r++) {
        const float own = odds[static_cast<size_t>(r) * n + r];
        loss -= 0.5 * (std::log(own / byRow[r]) + std::log(own / byColumn[r]));
      }
      lossSum += loss / n;
      lossCount++;
#pragma omp parallel for
      for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++) {
          float& p = odds[static_cast<size_t>(r) * n + s];
          p = (0.5f * (p / byRow[r] + p / byColumn[s]) - (r == s ? 1.0f : 0.0f)) * sharpness / n;
        }
      weightedSums(odds, false, c.unit, n, dims, dq);
      weightedSums(odds, true, q.unit, n, dims, dc);
      throughNormalisation(q, n, dims, dq);
      throughNormalisation(c, n, dims, dc);
      step++;
      const float done = static_cast<float>(step - before) / steps;
      const float now = (isLast ? lastRate : rate) * std::min(1.0f, step / 200.0f) * 0.5f * (1 + std::cos(3.14159265f * done));
      learnFields(code, forCode, ids, dc, fields, static_cast<int>(step));
      std::vector<Use> uses, codeUses;
      collectUses(questions, fields, ids, dq, dims, uses);
      collectUses(code, fields, ids, dc, dims, shared ? uses : codeUses);
      applyUses(first, uses, now);
      if (!shared) applyUses(second, codeUses, now);
      if (step % 50 == 0) {
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        std::printf("%zu/%zu loss %.3f %.0f s fields", step, steps, lossSum / lossCount, seconds);
        for (int f = 0; f < kFields; f++) std::printf(" %.2f", fields.of(f));
        std::printf("\n");
        std::fflush(stdout);
        lossSum = 0;
        lossCount = 0;
      }
    }
    questions.dropBelow = code.dropBelow = 0;
    std::printf("epoch %d\n", epoch + 1);
    evaluate("comments", questions, code, first, forCode, fields, comments);
    evaluate("questions", questions, code, first, forCode, fields, byHand);
    std::fflush(stdout);
  }
  for (int bits : {8, 4}) {
    const Table forQuestions = quantised(first, bits), forChunks = quantised(forCode, bits);
    std::printf("%d bits\n", bits);
    evaluate("comments", questions, code, forQuestions, forChunks, fields, comments);
    evaluate("questions", questions, code, forQuestions, forChunks, fields, byHand);
  }
  write(out + ".rows", first.rows);
  if (!shared) write(out + ".code-rows", second.rows);
  std::vector<float> learned(kFields);
  for (int f = 0; f < kFields; f++) learned[f] = fields.of(f);
  write(out + ".fields", learned);
}
