module Acme
  module Far
    def self.squeeze_text(text)
      text
    end
  end
end
